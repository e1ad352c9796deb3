import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react'
import { buttonClasses } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { unbroken } from '#ui/unbroken.tsx'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  children: ReactNode
  /** Button that opens it, where it is always on the screen. */
  trigger?: ReactElement
  /** Actions; the main one last. */
  footer?: ReactNode
  /**
   * Element focused first, if not the close button. On touch screens it is not focused, because the keyboard
   * would cover the dialog.
   */
  initialFocus?: () => HTMLElement | null
}

/** Backdrop in the layer of the sheets: one opened later covers those opened before. */
export const veilClasses =
  'fixed inset-0 z-50 bg-veil transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0'

/** Sheet that on a phone rises from the bottom, where the thumb is; it says `data-sheet`, by which notices make way. */
export const sheetClasses =
  'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col rounded-t-xl border bg-surface shadow-float outline-none transition data-ending-style:translate-y-4 data-ending-style:opacity-0 data-starting-style:translate-y-4 data-starting-style:opacity-0 sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[32rem] sm:max-w-[calc(100vw-2rem)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-xl sm:data-ending-style:-translate-y-[48%] sm:data-starting-style:-translate-y-[48%]'

/** True of a place to return to: the screen as a whole, which has the focus on arrival, is none. */
const isThere = (element: Element | null): boolean =>
  (element?.isConnected ?? false) && element !== document.body && element?.tagName !== 'MAIN'

/** Element to come back to: for an item of a menu, which is gone by then, the menu's button. */
function comeBackTo(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role=menu]')
  if (menu) return document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
  return element instanceof HTMLElement ? element : null
}

/** Focuses the row that is shown beside its list, unless something has the focus: a key opened the dialog about it. */
function focusCurrentRow(): void {
  if (isThere(document.activeElement)) return
  const row = document.querySelector<HTMLElement>('main a[aria-current="true"]')
  const place = row ?? document.querySelector<HTMLElement>('main')
  place?.focus({ preventScroll: true })
}

/**
 * Dialog with a title, a close button, and actions at its foot. The focus returns to where it was; if it was nowhere, or
 * that is gone, to the selected row of the list.
 */
export function Dialog({ open, onOpenChange, title, description, children, ...props }: DialogProps) {
  const { trigger, footer, initialFocus } = props
  const opener = useRef<HTMLElement | null>(null)
  useEffect(() => () => void (isThere(opener.current) || requestAnimationFrame(focusCurrentRow)), [])
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Backdrop forceRender className={veilClasses} />
        <Base.Popup
          data-sheet=""
          className={sheetClasses}
          initialFocus={kind => {
            opener.current = comeBackTo(document.activeElement)
            return kind === 'touch' ? true : (initialFocus?.() ?? true)
          }}
          finalFocus={() => (isThere(opener.current) ? opener.current : trigger !== undefined)}
        >
          <header className="flex items-start justify-between gap-4 px-5 pt-5">
            <div>
              <Base.Title className="font-semibold text-lg">{unbroken(title)}</Base.Title>
              {description && (
                <Base.Description className="mt-1 text-ink-soft">{unbroken(description)}</Base.Description>
              )}
            </div>
            <Base.Close
              aria-label="Cerrar"
              className={classes(buttonClasses('quiet', 'icon'), '-mt-1 -mr-2 touch:-mt-2')}
            >
              <X aria-hidden="true" />
            </Base.Close>
          </header>
          <div className="min-h-0 overflow-y-auto p-5">{children}</div>
          {footer && (
            <footer className="flex flex-wrap justify-end gap-2 border-t px-5 py-3">{footer}</footer>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
