import type { ComponentProps } from 'react'
import { messageOf } from '#ui/api.ts'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'

type ChangeDialogProps = Omit<
  ComponentProps<typeof ConfirmDialog>,
  'open' | 'onOpenChange' | 'busy' | 'children'
> & {
  /** The change that is asked about: what useMutation made. */
  change: { isPending: boolean; error: Error | null }
  onClose: () => void
}

/** Asks before a change, open while it is mounted; stays, and says why, when the change fails. */
export function ChangeDialog({ change, onClose, ...asking }: ChangeDialogProps) {
  return (
    <ConfirmDialog
      open
      onOpenChange={isOpen => !isOpen && !change.isPending && onClose()}
      busy={change.isPending}
      {...asking}
    >
      <FormFailure message={change.error && messageOf(change.error)} />
    </ConfirmDialog>
  )
}
