/**
 * Toast: a passing message that something happened. Its component loads once somebody has touched the page, so that it is
 * there when the connection is lost; one that could not be loaded is shown as soon as there is a connection again.
 */
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

const load = () => import('#ui/toaster.tsx')

/** Loads the component while nothing else is to be done, after the first touch of the page. */
function loadWhenTouched(): void {
  const touch = () => {
    removeEventListener('pointerdown', touch)
    removeEventListener('keydown', touch)
    setTimeout(() => void load().catch(() => {}), afterTouchMs)
  }
  addEventListener('pointerdown', touch)
  addEventListener('keydown', touch)
}

/** Long enough for what the touch itself asks for to come first. */
const afterTouchMs = 2000

if (typeof window !== 'undefined') loadWhenTouched()

const show =
  (kind: Kind) =>
  (title: string, options: ToastOptions = {}) => {
    const showNow = () => load().then(({ showToast }) => showToast(kind, title, options))
    showNow().catch(() => addEventListener('online', () => void showNow().catch(() => {}), { once: true }))
  }

export const notify = { success: show('success'), error: show('error'), info: show('info') }
