import { mutationOptions, useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { commentKey, missingComment, refusedText } from '#features/approvals/web/text.ts'
import { declineTogether } from '#features/approvals/wire/declining.ts'
import type { InboxItemWire } from '#features/approvals/wire.ts'
import { ordersChanged } from '#features/documents/web/queries.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { counted } from '#kernel/text.ts'
import { call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { keptText, useKeptText } from '#ui/fields/kept-text.ts'
import { useSubmission } from '#ui/fields/submission.ts'
import { TextArea } from '#ui/fields/text-area.tsx'
import { dropDraft, keepDraft } from '#ui/hooks/draft.ts'
import { Money } from '#ui/money.tsx'
import { notify } from '#ui/toast.ts'

type DeclineDialogProps = {
  decision: 'reject' | 'return'
  items: readonly InboxItemWire[]
  /** True when every order needs a reason. */
  commentRequired: boolean
  /** Receives the declined orders once the server has answered for every one. */
  onDeclined: (declined: readonly InboxItemWire[]) => void
  onClose: () => void
}

/** Invalidates the orders also without an answer, because some of them may have been declined. */
const declineTogetherMutation = mutationOptions({
  mutationFn: ({ body, key }: { body: BodyOf<typeof declineTogether>; key: string }) =>
    call(declineTogether, { body, idempotencyKey: key }),
  onSettled: ordersChanged,
})

/** Words of declining several orders at once, by decision. */
const declineWords = {
  reject: {
    title: (count: number) => `Rechazar ${counted(count, 'pedido')}`,
    done: (count: number) => counted(count, 'pedido rechazado', 'pedidos rechazados'),
    verb: 'Rechazar',
    rest: 'sin rechazar',
  },
  return: {
    title: (count: number) => `Devolver ${counted(count, 'pedido')}`,
    done: (count: number) => counted(count, 'pedido devuelto', 'pedidos devueltos'),
    verb: 'Devolver',
    rest: 'sin devolver',
  },
} as const

type Texts = ReadonlyMap<string, string>

const isGiven = (text: string): boolean => text.trim() !== ''

const sharedKey = (decision: 'reject' | 'return'): string => `motivo-para-todos:${decision}`

/**
 * Rejection or return of several orders, each with its own reason or with the one for all. What is typed is kept: a
 * reason beside its order, as where one is decided alone. What the server refuses stays, with why.
 */
export function DeclineDialog({ decision, items, commentRequired, onDeclined, onClose }: DeclineDialogProps) {
  const words = declineWords[decision]
  const formId = useId()
  const { waiting, shared, reasons, errors, failure, isPending, write, writeShared, send } = useDeclining({
    decision,
    items,
    commentRequired,
    onDeclined,
    onClose,
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void send()
  }
  return (
    <Dialog
      open
      onOpenChange={isOpen => !isOpen && !isPending && onClose()}
      title={
        waiting.length < items.length
          ? `${waiting.length === 1 ? 'Queda' : 'Quedan'} ${waiting.length} ${words.rest}`
          : words.title(waiting.length)
      }
      description="Quien pidió cada uno lee su motivo."
      initialFocus={() => window.document.getElementById(formId)?.querySelector('textarea') ?? null}
      footer={
        <>
          <Button onClick={onClose} disabled={isPending}>
            Cancelar
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={decision === 'reject' ? 'danger' : 'primary'}
            busy={isPending}
          >
            {words.verb} {waiting.length}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={submit}
        onKeyDown={event => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
        }}
        className="grid grid-cols-1 gap-4"
      >
        {waiting.length > 1 && (
          <TextArea
            label="Motivo para todos"
            optional
            hint="Vale para cada pedido que no lleve un motivo propio."
            rows={2}
            maxLength={2000}
            value={shared}
            onChange={event => writeShared(event.target.value)}
          />
        )}
        <ul className="grid grid-cols-1 gap-4">
          {waiting.map(({ seatId, document }) => (
            <li key={seatId} className="grid grid-cols-1 gap-1">
              <p className="flex items-baseline justify-between gap-3">
                <span className="min-w-0 break-words font-medium">
                  <span className="figures">{document.id}</span> · {document.name}
                </span>
                <Money value={document.amount} />
              </p>
              <TextArea
                label={`Motivo de ${document.id}`}
                optional={!commentRequired || isGiven(shared)}
                rows={2}
                maxLength={2000}
                placeholder={shared}
                value={reasons.get(seatId) ?? ''}
                error={errors.get(seatId)}
                onChange={event => write(seatId, event.target.value)}
              />
            </li>
          ))}
        </ul>
        <FormFailure message={failure} />
      </form>
    </Dialog>
  )
}

/** Reasons as they are typed, and what the server has said of each order. */
function useDeclining({ decision, items, commentRequired, onDeclined, onClose }: DeclineDialogProps) {
  const { mutateAsync, isPending } = useMutation(declineTogetherMutation)
  const submission = useSubmission()
  const [waiting, setWaiting] = useState(items)
  const [reasons, setReasons] = useState<Texts>(
    () => new Map(items.map(({ seatId }) => [seatId, keptText(commentKey(seatId))])),
  )
  const [shared, setShared] = useKeptText(sharedKey(decision))
  const [errors, setErrors] = useState<Texts>(new Map())
  const [failure, setFailure] = useState<string | null>(null)
  const write = (seatId: string, text: string) => {
    setReasons(all => new Map(all).set(seatId, text))
    setErrors(all => new Map([...all].filter(([id]) => id !== seatId)))
    if (text.trim() === '') dropDraft(commentKey(seatId))
    else keepDraft(commentKey(seatId), text)
  }
  const writeShared = (text: string) => {
    setShared(text)
    setErrors(new Map())
  }
  const reasonFor = (seatId: string) => {
    const own = reasons.get(seatId) ?? ''
    return isGiven(own) || waiting.length === 1 ? own : shared
  }
  const send = async () => {
    if (isPending) return
    setFailure(null)
    const missing = missingReasons(waiting, reasonFor, decision, commentRequired)
    setErrors(missing)
    if (missing.size > 0) return
    const body = {
      decision,
      items: waiting.map(({ seatId, document: { id, revision } }) => ({
        documentId: id,
        revision,
        comment: reasonFor(seatId),
      })),
    }
    try {
      const answer = await submission(body, key => mutateAsync({ body, key }))
      const why = new Map(
        answer.items.flatMap(each => (each.outcome === 'refused' ? [[each.documentId, each.reason]] : [])),
      )
      const declined = waiting.filter(({ document }) => !why.has(document.id))
      const rest = waiting.filter(({ document }) => why.has(document.id))
      for (const { seatId } of declined) dropDraft(commentKey(seatId))
      if (declined.length > 0) {
        onDeclined(declined)
        notify.success(declineWords[decision].done(declined.length), { group: 'decisions' })
      }
      if (rest.length === 0) {
        dropDraft(sharedKey(decision))
        return onClose()
      }
      // One that is alone has no field for all beside it.
      for (const { seatId } of rest) write(seatId, reasonFor(seatId))
      setWaiting(rest)
      setErrors(new Map(rest.map(({ seatId, document }) => [seatId, why.get(document.id) ?? ''])))
    } catch (error) {
      setFailure(refusedText(error))
    }
  }
  return { waiting, shared, reasons, errors, failure, isPending, write, writeShared, send }
}

function missingReasons(
  waiting: readonly InboxItemWire[],
  reasonFor: (seatId: string) => string,
  decision: 'reject' | 'return',
  commentRequired: boolean,
): Texts {
  return new Map(
    waiting.flatMap(({ seatId }) => {
      const missing = missingComment(decision, reasonFor(seatId), commentRequired)
      return missing === undefined ? [] : [[seatId, missing]]
    }),
  )
}
