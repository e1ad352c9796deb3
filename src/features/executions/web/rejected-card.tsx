import { useMutation } from '@tanstack/react-query'
import { CircleX, RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { DocumentRowWire } from '#features/documents/wire.ts'
import { retryMutation } from '#features/executions/web/queries.ts'
import type { ExecutionStatusWire } from '#features/executions/wire.ts'
import { failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { useSubmission } from '#ui/fields/submission.ts'
import { Instant } from '#ui/instant.tsx'
import { notify } from '#ui/toast.ts'

type RejectedCardProps = { document: Pick<DocumentRowWire, 'id' | 'revision'>; status: ExecutionStatusWire }

/** A rejected execution, with its reason, to be tried again. */
export function RejectedCard({ document, status: { rejection, can } }: RejectedCardProps) {
  const { mutateAsync, isPending } = useMutation(retryMutation)
  const submission = useSubmission()
  const [failure, setFailure] = useState<string | null>(null)
  const retry = async () => {
    const body = { revision: document.revision }
    setFailure(null)
    try {
      await submission(body, key => mutateAsync({ documentId: document.id, body, key }))
      notify.success('Ejecución reintentada', { description: 'El pedido vuelve a estar por confirmar.' })
    } catch (error) {
      setFailure(failureMessage(error))
    }
  }
  return (
    <Card aria-labelledby="rejected-title">
      <CardHeader
        id="rejected-title"
        title={
          <span className="flex items-center gap-2">
            <CircleX aria-hidden="true" className="size-5 shrink-0 text-negative" />
            Ejecución rechazada
          </span>
        }
        note={
          rejection && (
            <>
              {rejection.byName && `${rejection.byName} · `}
              <Instant value={rejection.at} exact />
            </>
          )
        }
        actions={
          can.retry === true && (
            <Button icon={<RotateCw aria-hidden="true" />} busy={isPending} onClick={retry}>
              Reintentar ejecución
            </Button>
          )
        }
      />
      <CardBody className="grid grid-cols-1 gap-3">
        <p className="whitespace-pre-line">«{rejection?.reason}»</p>
        {can.retry !== true && (
          <p className="text-ink-soft">Quien ejecuta en el proyecto puede reintentarla.</p>
        )}
        <FormFailure message={failure} />
      </CardBody>
    </Card>
  )
}
