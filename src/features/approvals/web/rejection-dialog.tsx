import { type SubmitEvent, useId, useState } from 'react'
import { missingComment } from '#features/approvals/web/text.ts'
import type { DocumentRowWire } from '#features/documents/wire.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'

type RejectionDialogProps = {
  document: Pick<DocumentRowWire, 'id' | 'name'>
  /** Comment already written beside the order. */
  begun: string
  commentRequired: boolean
  onReject: (comment: string) => void
  onClose: () => void
}

/** Rejection by keyboard: asks for the comment before sending. */
export function RejectionDialog({ document, begun, ...props }: RejectionDialogProps) {
  const { commentRequired, onReject, onClose } = props
  const formId = useId()
  const [comment, setComment] = useState(begun)
  const [error, setError] = useState<string>()
  const reject = () => {
    const missing = missingComment('reject', comment, commentRequired)
    setError(missing)
    if (missing === undefined) onReject(comment)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    reject()
  }
  return (
    <Dialog
      open
      onOpenChange={isOpen => !isOpen && onClose()}
      title={`Rechazar ${document.id}`}
      description={document.name}
      initialFocus={() => window.document.getElementById(formId)?.querySelector('textarea') ?? null}
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" form={formId} variant="danger">
            Rechazar
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <TextArea
          label="Comentarios"
          optional={!commentRequired}
          hint="Ctrl + Intro para rechazar."
          maxLength={2000}
          value={comment}
          error={error}
          onChange={event => {
            setComment(event.target.value)
            setError(undefined)
          }}
          onKeyDown={event => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) reject()
          }}
        />
      </form>
    </Dialog>
  )
}
