import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CheckCheck } from 'lucide-react'
import { useState } from 'react'
import { InboxDocument, refusedMeanwhile } from '#app/pages/inbox-document.tsx'
import { useArea } from '#app/use-area.ts'
import { useSelectedRow } from '#app/use-selected-row.ts'
import { bulkLimit } from '#features/approvals/rules/bulk.ts'
import type { Decision } from '#features/approvals/rules.ts'
import { type BulkDecision, BulkDialogsPanel } from '#features/approvals/web/bulk-dialogs-panel.tsx'
import { BulkPanel, useMarks } from '#features/approvals/web/bulk-panel.tsx'
import { InboxPanel, useDecisions } from '#features/approvals/web/inbox-panel.tsx'
import { inboxQuery } from '#features/approvals/web/queries.ts'
import { commentKey } from '#features/approvals/web/text.ts'
import type { approvalInbox, InboxItemWire } from '#features/approvals/wire.ts'
import { documentQuery } from '#features/documents/web/order-queries.ts'
import { documentAddress, documentLine } from '#features/documents/web/text.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { counted } from '#kernel/text.ts'
import { Card } from '#ui/card.tsx'
import { keptText } from '#ui/fields/kept-text.ts'
import { HelpLink } from '#ui/help-link.tsx'
import { dropDraft } from '#ui/hooks/draft.ts'
import { type Keys, useKeys } from '#ui/hooks/keys.ts'
import { KeysButton } from '#ui/keys-button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Detail, ListAndDetail, PlaceStatus, useIsWide } from '#ui/lists/list-and-detail.tsx'
import { OldestOnly } from '#ui/lists/oldest-only.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { OnDemand } from '#ui/on-demand.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Skeleton, SkeletonRows } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { notify } from '#ui/toast.ts'

/** Orders that wait for this person's decision, one after the other. */
export function PendingApprovalsPage() {
  const query = useQuery(inboxQuery())
  const [isHelpOpen, setHelpOpen] = useState(false)
  const count = query.data?.items.length ?? 0
  return (
    <>
      <PageHeader
        title="Aprobaciones Pendientes"
        subtitle="Lo que espera tu decisión, primero lo que más tiempo lleva"
        actions={count > 0 && <KeysButton onOpen={() => setHelpOpen(true)} />}
      />
      <Loaded query={query} skeleton={<InboxSkeleton />}>
        {inbox => <Inbox {...inbox} onHelp={() => setHelpOpen(true)} />}
      </Loaded>
      {isHelpOpen && <OnDemand load={loadKeys} props={{ help, onClose: () => setHelpOpen(false) }} />}
    </>
  )
}

const help = [
  { keys: ['j'], does: 'Siguiente documento' },
  { keys: ['k'], does: 'Documento anterior' },
  { keys: ['a'], does: 'Aprobar' },
  { keys: ['r'], does: 'Rechazar con un comentario' },
  { keys: ['z'], does: 'Deshacer la última aprobación' },
  { keys: ['x'], does: 'Elegir para decidir con otros; con Mayús, todos hasta aquí' },
  { keys: ['Mayús', 'A'], does: 'Aprobar los elegidos' },
  { keys: ['Mayús', 'R'], does: 'Rechazar los elegidos, cada uno con su motivo' },
  { keys: ['Mayús', 'D'], does: 'Devolver los elegidos, cada uno con su motivo' },
  { keys: ['o'], does: 'Abrir la página del documento' },
]

type InboxProps = ResponseOf<typeof approvalInbox> & { onHelp: () => void }

function Inbox({ items, hasMore, rejectionCommentRequired, onHelp }: InboxProps) {
  const { areaPath } = useArea()
  const isWide = useIsWide()
  const decisions = useDecisions(items, id => choose(id))
  const { chosen, isGone, choose, step } = useSelectedRow(decisions.waiting, documentId)
  const marks = useMarks(decisions.waiting)
  const [bulk, setBulk] = useState<BulkDecision | null>(null)
  const [rejecting, setRejecting] = useState<InboxItemWire | null>(null)
  const card = useCard(isWide ? chosen : undefined)

  const decide = (item: InboxItemWire, decision: Decision, comment: string) => {
    const at = decisions.waiting.indexOf(item)
    choose((decisions.waiting[at + 1] ?? decisions.waiting[at - 1])?.document.id)
    decisions.decide(item, decision, comment)
    dropDraft(commentKey(item.seatId))
  }
  const ifAllowed = (act: (item: InboxItemWire) => void) => () => {
    if (!isWide || !chosen) return
    const may = isGone ? refusedMeanwhile : card.data?.can.approve
    if (may === undefined || may === true) act(chosen)
    else notify.info(may.text)
  }
  const setAside: typeof decisions.setAside = attempt => {
    if (attempt.item.seatId === chosen?.seatId) choose(undefined)
    decisions.setAside(attempt)
  }
  const mark = (isRange: boolean) => () => chosen && marks.mark(chosen.document.id, isRange)
  const decideMarked = (decision: Decision) => {
    const items = marks.marked
    if (items.length > 0 && items.length <= bulkLimit) setBulk({ decision, items })
  }
  const markedKey = (decision: Decision) => () => decideMarked(decision)
  const keys: Keys = {
    j: () => step(1),
    k: () => step(-1),
    a: ifAllowed(item => decide(item, 'approve', keptText(commentKey(item.seatId)))),
    r: ifAllowed(setRejecting),
    x: mark(false),
    X: mark(true),
    A: markedKey('approve'),
    R: markedKey('reject'),
    D: markedKey('return'),
    z: () => void decisions.undoLast(),
    o: useOpen(chosen),
    '?': onHelp,
  }
  useKeys(keys, ['j', 'k'])

  const isShown = isWide ? chosen !== undefined : decisions.waiting.length > 0
  // Orders that were refused stay in the dialog, though nothing else waits.
  if (!isShown && bulk === null && decisions.gone.length === 0) return <AllDone areaPath={areaPath} />
  const isSeveral = decisions.waiting.length > 1
  const list = (
    <>
      {isSeveral && <BulkPanel marks={marks} onDecide={decideMarked} />}
      <InboxPanel
        areaPath={areaPath}
        decisions={{ ...decisions, setAside }}
        chosenId={isWide ? chosen?.document.id : undefined}
        onChoose={isWide ? choose : undefined}
        marks={isSeveral ? marks : undefined}
      />
      <OldestOnly hasMore={hasMore} />
    </>
  )
  return (
    <>
      <PlaceStatus
        total={counted(decisions.waiting.length, 'documento pendiente', 'documentos pendientes')}
        at={isWide && chosen ? decisions.waiting.indexOf(chosen) : -1}
        row={chosen && documentLine(chosen.document)}
      />
      <ListAndDetail label="Bandeja" list={list}>
        {isWide && chosen && (
          <Detail id={chosen.seatId} label={`Pedido ${chosen.document.id}`}>
            <InboxDocument
              key={chosen.seatId}
              item={chosen}
              {...(isGone && { onMoveOn: () => choose(undefined) })}
              card={card}
              onDecide={decide}
            />
          </Detail>
        )}
      </ListAndDetail>
      {bulk && (
        <BulkDialogsPanel
          areaPath={areaPath}
          bulk={bulk}
          rejectionCommentRequired={rejectionCommentRequired}
          onDecided={decided => {
            marks.clear()
            choose(undefined)
            decisions.settle(decided)
          }}
          onClose={() => setBulk(null)}
        />
      )}
      {rejecting && (
        <OnDemand
          load={loadRejection}
          props={{
            document: rejecting.document,
            begun: keptText(commentKey(rejecting.seatId)),
            commentRequired: card.data?.rejectionCommentRequired ?? false,
            onClose: () => setRejecting(null),
            onReject: (comment: string) => {
              setRejecting(null)
              decide(rejecting, 'reject', comment)
            },
          }}
        />
      )}
    </>
  )
}

const loadKeys = async () => (await import('#app/shell/keys-help-dialog.tsx')).KeysHelpDialog
const loadRejection = async () =>
  (await import('#features/approvals/web/rejection-dialog.tsx')).RejectionDialog

const documentId = (item: InboxItemWire) => item.document.id

/** Selected order with all details; the item of the list is shown until it has loaded. */
function useCard(item: InboxItemWire | undefined) {
  const { projectId = '', id = '' } = item?.document ?? {}
  return useQuery({ ...documentQuery(projectId, id), enabled: item !== undefined })
}

function useOpen(item: InboxItemWire | undefined) {
  const { areaPath } = useArea()
  const navigate = useNavigate()
  return () => {
    if (item) void navigate({ to: documentAddress(areaPath, item.document) })
  }
}

function AllDone({ areaPath }: { areaPath: string }) {
  const projectsAddress: string = `${areaPath}/projects`
  return (
    <Card>
      <EmptyState
        icon={<CheckCheck />}
        title="Nada espera tu decisión"
        action={<LinkButton to={projectsAddress}>Ver los proyectos</LinkButton>}
      >
        Cuando un pedido necesite tu aprobación, aparecerá aquí. <HelpLink task="aprobar" />
      </EmptyState>
    </Card>
  )
}

function InboxSkeleton() {
  return (
    <ListAndDetail label="Bandeja" list={<SkeletonRows label="Cargando las aprobaciones" />}>
      <div className="grid grid-cols-1 gap-4 max-lg:hidden">
        <Skeleton className="h-44 w-full" />
        <Skeleton className="h-96 w-full" />
      </div>
    </ListAndDetail>
  )
}
