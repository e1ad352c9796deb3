import { useMutation } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Decision } from '#features/approvals/rules.ts'
import { AttentionBadge } from '#features/approvals/web/attention-badge.tsx'
import type { Marks } from '#features/approvals/web/bulk-panel.tsx'
import { OrderLinesCard } from '#features/approvals/web/order-lines-card.tsx'
import { decideMutation } from '#features/approvals/web/queries.ts'
import { ago, isDefinite, refusedText, sayDecided } from '#features/approvals/web/text.ts'
import type { InboxItemWire } from '#features/approvals/wire.ts'
import { newId } from '#kernel/ids.ts'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/toast.ts'

type Attempt = {
  readonly item: InboxItemWire
  readonly decision: Decision
  readonly comment: string
  /** Stays the same while it is not known whether the server took it. */
  readonly key: string
  readonly state: 'sent' | 'failed'
  readonly failure?: { readonly why: string; readonly isDefinite: boolean }
}

export type Decisions = ReturnType<typeof useDecisions>

/**
 * Decisions taken from the list: the row goes at once, and comes back with the reason when the server says
 * no. A row that came back stays until it is tried again or set aside, even if others have dealt with it.
 */
export function useDecisions(items: readonly InboxItemWire[]) {
  const [attempts, setAttempts] = useState<ReadonlyMap<string, Attempt>>(new Map())
  const { mutateAsync } = useMutation(decideMutation)
  const put = (attempt: Attempt) => setAttempts(all => new Map(all).set(attempt.item.approvalId, attempt))

  const send = async (attempt: Attempt) => {
    const { item, decision, comment, key } = attempt
    const { id, revision } = item.document
    put(attempt)
    try {
      await mutateAsync({ documentId: id, body: { revision, decision, comment }, key })
      sayDecided(decision)
    } catch (error) {
      const isNo = isDefinite(error)
      const why = isNo ? refusedText(error) : `${refusedText(error)} No se registrará dos veces.`
      put({ ...attempt, state: 'failed', failure: { why, isDefinite: isNo }, key: isNo ? newId() : key })
      notify.error(isNo ? `${id}: tu decisión no se ha registrado` : `${id}: no ha llegado respuesta`, {
        description: why,
      })
    }
  }
  const known = new Set(items.map(item => item.approvalId))
  const failed = [...attempts.values()].filter(attempt => attempt.state === 'failed')
  return {
    /** What is left to decide. */
    waiting: items.filter(item => attempts.get(item.approvalId)?.state !== 'sent'),
    /** Came back, though the server no longer lists it: somebody got there first, or no answer came. */
    gone: failed.filter(attempt => !known.has(attempt.item.approvalId)),
    failureOf: (approvalId: string) => failed.find(attempt => attempt.item.approvalId === approvalId),
    decide: (item: InboxItemWire, decision: Decision, comment: string) =>
      void send({ item, decision, comment, key: newId(), state: 'sent' }),
    retry: (attempt: Attempt) => void send({ ...attempt, state: 'sent' }),
    setAside: ({ item }: Attempt) =>
      setAttempts(all => new Map([...all].filter(([id]) => id !== item.approvalId))),
  }
}

type InboxPanelProps = {
  base: string
  decisions: Decisions
  chosenId: string | undefined
  onChoose: ((documentId: string) => void) | undefined
  /** What is taken together, where it can be. */
  marks: Marks | undefined
}

/** What waits for this person's decision, oldest first. */
export function InboxPanel({ base, decisions, chosenId, onChoose, marks }: InboxPanelProps) {
  if (decisions.gone.length + decisions.waiting.length === 0)
    return <p className="px-4 py-3 text-ink-soft">Nada más espera tu decisión.</p>
  return (
    <ul aria-label="Documentos pendientes" className="divide-y overflow-hidden rounded-xl">
      {decisions.gone.map(attempt => (
        <li key={attempt.item.approvalId} className="px-4 py-3">
          <p className="truncate font-medium">
            {attempt.item.document.id} · {attempt.item.document.name}
          </p>
          {attempt.failure?.isDefinite ? (
            <Failure attempt={attempt} label="Entendido" onAct={decisions.setAside} />
          ) : (
            <Failure attempt={attempt} label="Reintentar" onAct={decisions.retry} />
          )}
        </li>
      ))}
      {decisions.waiting.map(item => {
        const failure = decisions.failureOf(item.approvalId)
        return (
          <OrderLinesCard
            key={item.approvalId}
            base={base}
            document={item.document}
            days={item.pendingDays}
            waiting={ago(item.pendingDays)}
            isChosen={item.document.id === chosenId}
            onChoose={onChoose}
            {...(marks && { isMarked: marks.isMarked(item), onMark: marks.mark })}
          >
            {item.onBehalfOf !== null && (
              <p className="mt-1 text-info text-xs">En nombre de {item.onBehalfOf}</p>
            )}
            <AttentionBadge attention={item.attention} />
            {failure && <Failure attempt={failure} label="Reintentar" onAct={decisions.retry} />}
          </OrderLinesCard>
        )
      })}
    </ul>
  )
}

type FailureProps = { attempt: Attempt; label: string; onAct: (attempt: Attempt) => void }

function Failure({ attempt, label, onAct }: FailureProps) {
  return (
    <div role="alert" className="relative mt-2 flex flex-wrap items-center gap-2 text-negative text-xs">
      <p className="flex min-w-40 flex-1 items-start gap-1.5">
        <CircleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />
        {attempt.failure?.why}
      </p>
      <Button size="sm" onClick={() => onAct(attempt)}>
        {label}
      </Button>
    </div>
  )
}
