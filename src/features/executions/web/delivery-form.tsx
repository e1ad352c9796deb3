import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useAttachments } from '#features/documents/web/attachments-panel.tsx'
import { deliverMutation } from '#features/executions/web/queries.ts'
import { acceptedMediaTypes } from '#features/files/wire.ts'
import { failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { FileDrop } from '#ui/fields/file-drop.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { useSubmission } from '#ui/fields/submission.ts'
import { useUnsent } from '#ui/hooks/unsent.ts'
import { notify } from '#ui/toast.ts'

/** Files that a provider sends with its order. */
export function DeliveryForm({ documentId }: { documentId: string }) {
  const files = useAttachments([])
  const { mutateAsync, isPending } = useMutation(deliverMutation)
  const submission = useSubmission()
  const [failure, setFailure] = useState<string | null>(null)
  useUnsent(files.isChanged)
  const send = async () => {
    const body = { fileIds: files.files.map(({ fileId }) => fileId), note: null }
    setFailure(null)
    try {
      await submission(body, key => mutateAsync({ documentId, body, key }))
      files.reset([])
      notify.success('Enviado', { description: 'Quien ejecuta el pedido ya puede verlo.' })
    } catch (error) {
      setFailure(failureMessage(error))
    }
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <FileDrop
        label="Enviar archivos"
        hint="PDF o imágenes de hasta 10 MB. Arrastra, pega o elige."
        multiple
        accept={[...acceptedMediaTypes, '.heic'].join()}
        uploads={files.uploads}
        onAdd={files.on.add}
        onRetry={files.on.retry}
        onRemove={files.on.remove}
      />
      <FormFailure message={failure} />
      {files.isChanged && (
        <Button
          variant="primary"
          busy={isPending}
          refusal={files.refusal}
          onClick={send}
          className="justify-self-start max-sm:w-full"
        >
          Enviar
        </Button>
      )}
    </div>
  )
}
