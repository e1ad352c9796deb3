/** Toast: a passing message that something happened. Its component loads when the first one is shown. */
export type ToastOptions = {
  description?: string
  action?: { label: string; run: () => void }
  /**
   * Group of toasts from one task: each replaces the one before, beside the task and not over it, and shows how
   * many it has replaced. A stack of them would move under the pointer and cover the next item.
   */
  group?: string
}

type Kind = 'success' | 'error' | 'info'

const show =
  (kind: Kind) =>
  (title: string, options: ToastOptions = {}) => {
    void import('#ui/toaster.tsx').then(({ showToast }) => showToast(kind, title, options))
  }

export const notify = { success: show('success'), error: show('error'), info: show('info') }
