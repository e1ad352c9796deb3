import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { createRoot } from 'react-dom/client'
import { type ExternalToast, Toaster, toast } from 'sonner'
import 'sonner/dist/styles.css'
import '#ui/toaster.css'
import type { ToastOptions } from '#ui/toast.ts'
import { unbroken } from '#ui/unbroken.tsx'

let isMounted = false

/** Long enough to read what was done and to undo it. */
const groupDurationMs = 8000

/** Number of toasts of each group shown since none was on the screen. */
const counts = new Map<string, number>()

/** Shows a toast; one of a group replaces the one before. */
export function showToast(kind: 'success' | 'error' | 'info', title: string, options: ToastOptions): void {
  mountOnce()
  const { group, action } = options
  const description =
    group === undefined ? options.description : withReplacedCount(group, options.description)
  toast[kind](unbroken(title), {
    ...(description !== undefined && { description: unbroken(description) }),
    // Set even when there is none: a toast that replaces another would inherit its button.
    action: action && { label: action.label, onClick: action.run },
    ...(options.isBeside && { position: isWide() ? 'bottom-left' : 'top-center' }),
    ...(group !== undefined && inGroup(group)),
  })
}

/** Takes away the refusals on the screen: what they are about is tried again. */
export function dismissErrors(): void {
  for (const { id, ...shown } of toast.getToasts())
    if ('type' in shown && shown.type === 'error') toast.dismiss(id)
}

/** True where a list stands beside the form: under it there is room. */
const isWide = () => matchMedia('(width >= 64rem)').matches

function inGroup(group: string): ExternalToast {
  const forget = () => void counts.delete(group)
  return {
    id: group,
    position: 'bottom-left',
    duration: groupDurationMs,
    onDismiss: forget,
    onAutoClose: forget,
  }
}

function withReplacedCount(group: string, description = ''): string {
  const before = counts.get(group) ?? 0
  counts.set(group, before + 1)
  return before === 0 ? description : `${description}\nY ${before} más antes`
}

/** Mounts the toaster in a root of its own: every screen shows toasts and none waits for them. */
function mountOnce(): void {
  if (isMounted) return
  isMounted = true
  const place = document.body.appendChild(document.createElement('div'))
  closeOnSwipe(place)
  createRoot(place).render(
    <Toaster
      position="bottom-right"
      duration={4000}
      visibleToasts={3}
      gap={14}
      // Above the buttons of a sheet, where the thumb is.
      mobileOffset={{ bottom: '5.5rem', top: '0.125rem' }}
      // On the header and no further: below it are fields.
      offset={{ top: '0.125rem' }}
      hotkey={['altKey', 'KeyT']}
      closeButton
      containerAriaLabel="Notificaciones"
      toastOptions={{ closeButtonAriaLabel: 'Cerrar notificación' }}
      icons={{
        success: <CircleCheck className="size-4 text-positive" />,
        error: <CircleAlert className="size-4 text-negative" />,
        info: <Info className="size-4 text-info" />,
      }}
    />,
  )
}

/** Swipe distance. Source: specification, section 9. The library's own threshold is 45 px and cannot be set. */
const swipePx = 20

/** Closes a toast that is swiped this far towards its edge, or down. */
function closeOnSwipe(place: HTMLElement): void {
  let start: { readonly x: number; readonly y: number; readonly notice: Element } | null = null
  place.addEventListener('pointerdown', ({ clientX: x, clientY: y, target }) => {
    const notice = target instanceof Element ? target.closest('[data-sonner-toast]') : null
    start = notice && { x, y, notice }
  })
  place.addEventListener('pointerup', ({ clientX, clientY }) => {
    if (start === null) return
    const { x, y, notice } = start
    start = null
    const isLeft = notice.getAttribute('data-x-position') === 'left'
    const outward = isLeft ? x - clientX : clientX - x
    const close = notice.querySelector('[data-close-button]')
    const isSwiped = outward >= swipePx || clientY - y >= swipePx
    if (isSwiped && close instanceof HTMLElement) close.click()
  })
}
