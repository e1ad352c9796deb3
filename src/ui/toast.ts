/** Toast: a passing message that something happened. Its component loads when the first one is shown. */
export type ToastOptions = {
  description?: string
  action?: { label: string; run: () => void }
  /**
   * Group of toasts from one task: each replaces the one before, beside the task and not over it, and shows how
   * many it has replaced. A stack of them would move under the pointer and cover the next item.
   */
  group?: string
  /** True beside the form that it is about, and not over its fields: at the other side, or above it on a phone. */
  isBeside?: boolean
}

type Kind = 'success' | 'error' | 'info'

const show =
  (kind: Kind) =>
  (title: string, options: ToastOptions = {}) => {
    import('#ui/toaster.tsx').then(
      ({ showToast }) => showToast(kind, title, options),
      () => sayPlainly(title),
    )
  }

/** Milliseconds for which a message without its component stays. */
const plainMs = 8000

/** Message of a toast whose component the network does not bring: its words, in the same corner. */
function sayPlainly(title: string): void {
  const message = document.createElement('p')
  message.setAttribute('role', 'status')
  message.className =
    'fixed right-4 bottom-4 z-50 max-w-sm rounded-lg border border-line bg-surface px-4 py-3 text-ink text-sm shadow-float'
  document.body.append(message)
  // After it stands there, so that it is announced.
  message.textContent = title
  setTimeout(() => message.remove(), plainMs)
}

export const notify = { success: show('success'), error: show('error'), info: show('info') }
