import { useMutation } from '@tanstack/react-query'
import { BatchReviewPanel } from '#features/executions/web/batch-review-panel.tsx'
import { releaseBatchMutation } from '#features/executions/web/queries.ts'
import type { ReviewWire } from '#features/executions/wire/batches.ts'
import { failureMessage } from '#ui/api.ts'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { useSubmission } from '#ui/fields/submission.ts'
import { notify } from '#ui/toast.ts'

type BatchReleaseDialogProps = { batchId: string; review: ReviewWire; onClose: () => void }

/** Confirmation that a batch may leave. Its review stands in it once more, in plain text: a link would leave the dialog. */
export function BatchReleaseDialog({ batchId, review, onClose }: BatchReleaseDialogProps) {
  const { mutateAsync, isPending } = useMutation(releaseBatchMutation)
  const submission = useSubmission()
  const release = async () => {
    // The release is refused when the batch has changed since this review.
    const body = { seen: review.version }
    try {
      await submission({ batchId, ...body }, key => mutateAsync({ batchId, body, key }))
      notify.success(`Remesa ${batchId} liberada`, { description: 'Ya se puede descargar su archivo.' })
    } catch (error) {
      notify.error('No se ha podido liberar', { description: failureMessage(error) })
    }
    onClose()
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={isOpen => {
        if (!isOpen) onClose()
      }}
      title={`Liberar la remesa ${batchId}`}
      description="Su archivo podrá descargarse y enviarse al banco. Queda escrito que la liberaste tú y lo que viste."
      confirmLabel="Liberar remesa"
      busy={isPending}
      onConfirm={release}
    >
      <BatchReviewPanel areaPath={null} review={review} />
    </ConfirmDialog>
  )
}
