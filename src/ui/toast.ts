/** Says in passing that something happened. The notices themselves load when the first one is shown. */
export type Notice = {
  description?: string
  action?: { label: string; run: () => void }
  /**
   * Notices of one stream of work: each takes the place of the one before, beside the work and not over it, and
   * says how many it has replaced. A stack of them would move under the pointer and cover what comes next.
   */
  group?: string
}

type Kind = 'success' | 'error' | 'info'

const show =
  (kind: Kind) =>
  (title: string, notice: Notice = {}) => {
    void import('#ui/toaster.tsx').then(({ showToast }) => showToast(kind, title, notice))
  }

export const notify = { success: show('success'), error: show('error'), info: show('info') }
