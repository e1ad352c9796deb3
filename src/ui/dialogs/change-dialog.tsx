import type { ComponentProps } from 'react'
import { failureMessage } from '#ui/api.ts'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'

type ChangeDialogProps = Omit<
  ComponentProps<typeof ConfirmDialog>,
  'open' | 'onOpenChange' | 'busy' | 'children'
> & {
  /** Mutation of the change, from useMutation. */
  change: { isPending: boolean; error: Error | null }
  onClose: () => void
}

/** Confirmation of a change, open while it is mounted; a failed change keeps it open and is shown. */
export function ChangeDialog({ change, onClose, ...asking }: ChangeDialogProps) {
  return (
    <ConfirmDialog
      open
      onOpenChange={isOpen => !isOpen && !change.isPending && onClose()}
      busy={change.isPending}
      {...asking}
    >
      <FormFailure message={change.error && failureMessage(change.error)} />
    </ConfirmDialog>
  )
}
