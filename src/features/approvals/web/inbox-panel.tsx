import { useMutation } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Decision } from '#features/approvals/rules.ts'
import { AttentionBadge } from '#features/approvals/web/attention-badge.tsx'
import type { Marks } from '#features/approvals/web/bulk-panel.tsx'
import { DocumentLinesCard } from '#features/approvals/web/document-lines-card.tsx'
import { decideMutation } from '#features/approvals/web/queries.ts'
import { ago, isDefinite, refusedText, sayDecided } from '#features/approvals/web/text.ts'
import { useUndo } from '#features/approvals/web/undo-queries.ts'
import type { InboxItemWire } from '#features/approvals/wire.ts'
import { newId } from '#kernel/ids.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { useUnsettled } from '#ui/hooks/use-unsettled.ts'
import { notify } from '#ui/toast.ts'

type Attempt = {
  readonly item: InboxItemWire
  readonly decision: Decision
  readonly comment: string
  /** Idempotency key: kept while it is unknown whether the server took the decision. */
  readonly key: string
  readonly state: 'sent' | 'failed'
  readonly failure?: { readonly why: string; readonly isDefinite: boolean }
}

export type Decisions = ReturnType<typeof useDecisions>

/**
 * Decisions taken from the list: a row disappears at once, and returns with the reason when the server refuses. A
 * returned row stays until its decision is retried or set aside, even if others have dealt with the order. `onBack`
 * is called when an approval was undone and its order waits again.
 */
export function useDecisions(items: readonly InboxItemWire[], onBack: (documentId: string) => void) {
  const [attempts, setAttempts] = useState<ReadonlyMap<string, Attempt>>(new Map())
  const { mutateAsync } = useMutation(decideMutation)
  const forget = (item: InboxItemWire) =>
    setAttempts(all => new Map([...all].filter(([id]) => id !== item.seatId)))
  const put = (attempt: Attempt) => setAttempts(all => new Map(all).set(attempt.item.seatId, attempt))

  const send = async (attempt: Attempt) => {
    const { item, decision, comment, key } = attempt
    const { id, revision } = item.document
    put(attempt)
    try {
      const { canUndo } = await mutateAsync({
        documentId: id,
        body: { revision, decision, comment },
        key,
      })
      sayDecided(decision, item.document, canUndo ? () => void takeBack(item) : undefined)
      return decision === 'approve' && canUndo
    } catch (error) {
      const isNo = isDefinite(error)
      const why = isNo ? refusedText(error) : `${refusedText(error)} No se registrará dos veces.`
      put({ ...attempt, state: 'failed', failure: { why, isDefinite: isNo }, key: isNo ? newId() : key })
      notify.error(isNo ? `${id}: tu decisión no se ha registrado` : `${id}: no ha llegado respuesta`, {
        description: why,
      })
      return false
    }
  }
  const { addApproval, undoLast, takeBack } = useApproved(item => {
    forget(item)
    onBack(item.document.id)
  })
  const start = (attempt: Attempt) => {
    const sent = send(attempt)
    if (attempt.decision === 'approve') addApproval(attempt.item, sent)
  }
  const { unsettled, settle } = useUnsettled(items, version)
  const known = new Set(items.map(item => item.seatId))
  const failed = [...attempts.values()].filter(attempt => attempt.state === 'failed')
  return {
    /** Rows still to be decided. */
    waiting: unsettled.filter(item => attempts.get(item.seatId)?.state !== 'sent'),
    /** Failed decisions on rows that the server no longer lists: somebody else decided first, or no answer came. */
    gone: failed.filter(attempt => !known.has(attempt.item.seatId)),
    failureOf: (seatId: string) => failed.find(attempt => attempt.item.seatId === seatId),
    decide: (item: InboxItemWire, decision: Decision, comment: string) =>
      start({ item, decision, comment, key: newId(), state: 'sent' }),
    /** Removes orders that this person has decided elsewhere on the screen. */
    settle,
    undoLast,
    retry: (attempt: Attempt) => start({ ...attempt, state: 'sent' }),
    setAside: ({ item }: Attempt) => forget(item),
  }
}

const version = ({ seatId, document }: InboxItemWire) => `${seatId} ${document.updatedAt}`

/** Approvals sent from this screen, the newest last; the promise `sent` tells whether each can be undone. */
function useApproved(onUndone: (item: InboxItemWire) => void) {
  const { undo } = useUndo()
  const approved = useRef<{ readonly item: InboxItemWire; readonly sent: Promise<boolean> }[]>([])
  const takeBack = async (item: InboxItemWire) => {
    approved.current = approved.current.filter(one => one.item !== item)
    if (await undo(item.document)) onUndone(item)
  }
  return {
    addApproval: (item: InboxItemWire, sent: Promise<boolean>) => void approved.current.push({ item, sent }),
    takeBack,
    undoLast: async () => {
      const last = approved.current.pop()
      if (last === undefined) return notify.info('No has aprobado nada que deshacer.')
      if (await last.sent) await takeBack(last.item)
      else notify.info(`${last.item.document.id}: no hay aprobación que se pueda deshacer.`)
    },
  }
}

type InboxPanelProps = {
  areaPath: string
  decisions: Decisions
  chosenId: string | undefined
  onChoose: ((documentId: string) => void) | undefined
  /** Marks for bulk approval; undefined where it is not offered. */
  marks: Marks | undefined
}

/** Orders that wait for this person's decision, oldest first. */
export function InboxPanel({ areaPath, decisions, chosenId, onChoose, marks }: InboxPanelProps) {
  if (decisions.gone.length + decisions.waiting.length === 0)
    return <p className="px-4 py-3 text-ink-soft">Nada más espera tu decisión.</p>
  return (
    <ul
      aria-label="Documentos pendientes"
      className={classes(
        'divide-y overflow-hidden rounded-xl',
        (marks?.marked.length ?? 0) > 0 && 'max-lg:mb-20',
      )}
    >
      {decisions.gone.map(attempt => (
        <li key={attempt.item.seatId} className="px-4 py-3">
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
        const failure = decisions.failureOf(item.seatId)
        return (
          <DocumentLinesCard
            key={item.seatId}
            areaPath={areaPath}
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
          </DocumentLinesCard>
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
