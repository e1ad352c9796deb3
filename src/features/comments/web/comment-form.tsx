import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { maxFiles } from '#features/comments/rules.ts'
import { addCommentMutation } from '#features/comments/web/queries.ts'
import { type CommentWire, type listComments, NewCommentWire } from '#features/comments/wire.ts'
import { useAttachments } from '#features/documents/web/attachments-panel.tsx'
import { acceptedMediaTypes } from '#features/files/wire.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { FileDrop } from '#ui/fields/file-drop.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { MultiPicker } from '#ui/fields/multi-picker.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { useUnsent } from '#ui/hooks/unsent.ts'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'

type CommentFormProps = {
  documentId: string
  said: ResponseOf<typeof listComments>
  /** Question that the comment answers; null for a comment by itself. */
  question: CommentWire | null
  onDone: () => void
}

/** A new comment, question or answer. */
export function CommentForm({ documentId, said, question, onDone }: CommentFormProps) {
  const files = useAttachments([])
  const [isMore, more] = useState(false)
  const { mutateAsync } = useMutation(addCommentMutation)
  const { form, field, fieldError, submit, busy, failure } = useWireForm({
    schema: NewCommentWire,
    defaults: { text: '', mentioned: [], fileIds: [], isQuestion: false, answers: question?.id ?? null },
    send: async (body, key) => {
      const fileIds = files.files.map(({ fileId }) => fileId)
      await mutateAsync({ documentId, body: { ...body, fileIds }, key })
      onDone()
    },
  })
  const [mentioned = [], isQuestion = false] = form.watch(['mentioned', 'isQuestion'])
  useUnsent(form.formState.isDirty || files.isChanged)
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-3">
      <TextArea
        label={question ? `Respuesta a ${question.authorName}` : 'Mensaje'}
        hint={question ? `«${question.text}»` : undefined}
        maxLength={2000}
        {...field('text')}
      />
      {isMore && (
        <>
          <MultiPicker
            label="Avisar a"
            optional
            options={said.people.map(({ userId, name }) => ({ value: userId, label: name }))}
            values={mentioned}
            onChange={values => form.setValue('mentioned', values, { shouldDirty: true })}
            error={fieldError('mentioned')}
          />
          <FileDrop
            label="Archivos"
            optional
            multiple
            accept={[...acceptedMediaTypes, '.heic', '.xml', '.xsig'].join()}
            hint={`Hasta ${maxFiles} archivos.`}
            error={fieldError('fileIds')}
            uploads={files.uploads}
            onAdd={files.on.add}
            onRetry={files.on.retry}
            onRemove={files.on.remove}
          />
        </>
      )}
      {question === null && said.can.ask === true && (
        <Checkbox
          label={`Es una pregunta para ${said.requesterName}, que hizo el pedido`}
          checked={isQuestion}
          onChange={event => form.setValue('isQuestion', event.target.checked, { shouldDirty: true })}
        />
      )}
      <FormFailure message={failure ?? files.refusal ?? null} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={busy} disabled={files.refusal !== undefined}>
          {question ? 'Responder' : isQuestion ? 'Preguntar' : 'Comentar'}
        </Button>
        {!isMore && <Button onClick={() => more(true)}>Avisar a alguien o adjuntar</Button>}
        <Button onClick={onDone}>Cancelar</Button>
      </div>
    </form>
  )
}
