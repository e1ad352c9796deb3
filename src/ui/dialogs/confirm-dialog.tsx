import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { Button, buttonClasses } from '#ui/button.tsx'
import { sheetClasses, veilClasses } from '#ui/dialogs/dialog.tsx'
import { unbroken } from '#ui/unbroken.tsx'

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description: ReactNode
  /** Further input of the decision: a reason, a list of exceptions. */
  children?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  tone?: 'primary' | 'danger'
  busy?: boolean
  onConfirm: () => void
}

/** Confirmation before something that cannot be undone. A click outside does not close it. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  ...props
}: ConfirmDialogProps) {
  const { confirmLabel, cancelLabel = 'Cancelar', tone = 'primary', busy = false, onConfirm } = props
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop forceRender className={veilClasses} />
        <AlertDialog.Popup data-sheet="" className={sheetClasses}>
          <div className="grid min-h-0 grid-cols-1 gap-4 overflow-y-auto p-5">
            <div>
              <AlertDialog.Title className="font-semibold text-lg">{unbroken(title)}</AlertDialog.Title>
              <AlertDialog.Description className="mt-1 text-ink-soft">
                {unbroken(description)}
              </AlertDialog.Description>
            </div>
            {children}
          </div>
          <footer className="flex flex-wrap justify-end gap-2 border-t px-5 py-3">
            <AlertDialog.Close className={buttonClasses('secondary', 'md')}>{cancelLabel}</AlertDialog.Close>
            <Button variant={tone} busy={busy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </footer>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
