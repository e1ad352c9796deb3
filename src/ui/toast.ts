/** Says in passing that something happened. The notices themselves load when the first one is shown. */
export type Notice = {
  description?: string
  action?: { label: string; run: () => void }
}

type Kind = 'success' | 'error' | 'info'

const show =
  (kind: Kind) =>
  (title: string, notice: Notice = {}) => {
    void import('#ui/toaster.tsx').then(({ showToast }) => showToast(kind, title, notice))
  }

export const notify = { success: show('success'), error: show('error'), info: show('info') }
