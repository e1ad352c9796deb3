import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CheckCheck, Landmark } from 'lucide-react'
import { useState } from 'react'
import { QueueDocument } from '#app/pages/queue-document.tsx'
import { useArea } from '#app/use-area.ts'
import { useSelectedRow } from '#app/use-selected-row.ts'
import { DocumentLinesCard } from '#features/approvals/web/document-lines-card.tsx'
import { situationText } from '#features/documents/text.ts'
import { documentAddress, documentLine } from '#features/documents/web/text.ts'
import { bulkConfirmationLimit } from '#features/executions/rules.ts'
import { BulkConfirmationPanel } from '#features/executions/web/bulk-confirmation-panel.tsx'
import { executionQueueQuery } from '#features/executions/web/queries.ts'
import { ago, batchesAddress, newBatchAddress } from '#features/executions/web/text.ts'
import type { executionQueue } from '#features/executions/wire.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { counted } from '#kernel/text.ts'
import { Card } from '#ui/card.tsx'
import { HelpLink } from '#ui/help-link.tsx'
import { type Keys, useKeys } from '#ui/hooks/keys.ts'
import { useMarks } from '#ui/hooks/use-marks.ts'
import { useUnsettled } from '#ui/hooks/use-unsettled.ts'
import { KeysButton } from '#ui/keys-button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Detail, ListAndDetail, PlaceStatus, useIsWide } from '#ui/lists/list-and-detail.tsx'
import { OldestOnly } from '#ui/lists/oldest-only.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { OnDemand } from '#ui/on-demand.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Skeleton, SkeletonRows } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'

/** Approved orders that this person executes and confirms. */
export function PendingConfirmationsPage() {
  const { areaPath } = useArea()
  const query = useQuery(executionQueueQuery)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const openHelp = () => setHelpOpen(true)
  const count = query.data?.items.length ?? 0
  return (
    <>
      <PageHeader
        title="Confirmaciones Pendientes"
        subtitle="Pedidos aprobados que esperan su pago o su emisión"
        actions={
          <>
            {count > 0 && <KeysButton onOpen={openHelp} />}
            <LinkButton to={batchesAddress(areaPath)}>Remesas SEPA</LinkButton>
            <LinkButton to={newBatchAddress(areaPath)} icon={<Landmark aria-hidden="true" />}>
              Nueva remesa
            </LinkButton>
          </>
        }
      />
      <Loaded query={query} skeleton={<QueueSkeleton />}>
        {queue => <Queue queue={queue} onHelp={openHelp} />}
      </Loaded>
      {isHelpOpen && <OnDemand load={loadKeys} props={{ help, onClose: () => setHelpOpen(false) }} />}
    </>
  )
}

const help = [
  { keys: ['j'], does: 'Siguiente pedido' },
  { keys: ['k'], does: 'Pedido anterior' },
  { keys: ['1', '2', '3', '4'], does: 'Copiar el titular, la cuenta, el monto o el concepto' },
  { keys: ['c'], does: 'Confirmar: escribe la referencia y pulsa Intro' },
  { keys: ['r'], does: 'Rechazar con un motivo' },
  { keys: ['x'], does: 'Elegir para confirmar con otros; con Mayús, todos hasta aquí' },
  { keys: ['Mayús', 'C'], does: 'Confirmar los elegidos' },
  { keys: ['o'], does: 'Abrir la página del documento' },
]

type Waiting = ResponseOf<typeof executionQueue>
type Item = Waiting['items'][number]

const documentId = ({ document }: Item) => document.id

/** True for a payment that can be confirmed with others: one in a batch is confirmed there, a credit note by itself. */
const isPayment = ({ document: { type, paymentBatchId, creditedId } }: Item) =>
  type === 'gasto' && paymentBatchId === null && creditedId === null

function Queue({ queue, onHelp }: { queue: Waiting; onHelp: () => void }) {
  const { areaPath } = useArea()
  const isWide = useIsWide()
  const { unsettled: waiting, settle } = useUnsettled(queue.items, version)
  const { chosen, choose, step } = useSelectedRow(waiting, documentId)
  const payments = waiting.filter(isPayment)
  const marks = useMarks(payments.map(documentId))
  const marked = payments.filter(item => marks.isMarked(documentId(item)))
  const [bulk, setBulk] = useState<readonly Item[] | null>(null)
  const open = useOpen(chosen)
  const markChosen = (isRange: boolean) => () => {
    if (chosen && isPayment(chosen)) marks.mark(documentId(chosen), isRange)
  }
  const confirmMarked = () => {
    if (marked.length > 0 && marked.length <= bulkConfirmationLimit) setBulk(marked)
  }
  const moveOn = (item: Item) => {
    const at = waiting.indexOf(item)
    const next = waiting[at + 1] ?? waiting[at - 1]
    choose(next && documentId(next))
    settle([item])
  }
  const keys: Keys = {
    j: () => step(1),
    k: () => step(-1),
    x: markChosen(false),
    X: markChosen(true),
    C: confirmMarked,
    o: open,
    '?': onHelp,
  }
  useKeys(keys, ['j', 'k'])

  if (chosen === undefined || (!isWide && waiting.length === 0)) return <AllDone areaPath={areaPath} />
  const isSeveral = payments.length > 1
  const list = (
    <>
      {isSeveral && (
        <BulkConfirmationPanel
          payments={payments.map(({ payable }) => payable)}
          marked={marked.map(({ payable }) => payable)}
          onMarkAll={isOn => (isOn ? marks.markAll(payments.map(documentId)) : marks.clear())}
          onConfirm={confirmMarked}
        />
      )}
      <QueueList
        items={waiting}
        chosen={isWide ? chosen : undefined}
        onChoose={isWide ? choose : undefined}
        marks={isSeveral ? marks : undefined}
      />
      <OldestOnly hasMore={queue.hasMore} />
    </>
  )
  return (
    <>
      <PlaceStatus
        total={counted(waiting.length, 'pedido por confirmar', 'pedidos por confirmar')}
        at={isWide ? waiting.indexOf(chosen) : -1}
        row={documentLine(chosen.document)}
      />
      <ListAndDetail label="Bandeja" list={list}>
        {isWide && (
          <Detail id={chosen.document.id} label={`Pedido ${chosen.document.id}`}>
            <QueueDocument
              key={chosen.document.id}
              document={chosen.document}
              onDone={() => moveOn(chosen)}
            />
          </Detail>
        )}
      </ListAndDetail>
      {bulk && (
        <OnDemand
          load={loadBulkConfirmation}
          props={{
            payments: bulk,
            proofRequired: queue.proofRequired,
            onConfirmed: (ids: readonly string[]) => {
              marks.clear()
              choose(undefined)
              settle(bulk.filter(item => ids.includes(documentId(item))))
            },
            onClose: () => setBulk(null),
          }}
        />
      )}
    </>
  )
}

const loadKeys = async () => (await import('#app/shell/keys-help-dialog.tsx')).KeysHelpDialog
const loadBulkConfirmation = async () =>
  (await import('#features/executions/web/bulk-confirmation-dialog.tsx')).BulkConfirmationDialog

const version = ({ document }: Item) => `${document.id} ${document.updatedAt}`

function useOpen(item: Item | undefined) {
  const { areaPath } = useArea()
  const navigate = useNavigate()
  return () => {
    if (item) void navigate({ to: documentAddress(areaPath, item.document) })
  }
}

type QueueListProps = {
  items: readonly Item[]
  chosen: Item | undefined
  onChoose: ((documentId: string) => void) | undefined
  /** Marks for confirming several; undefined where it is not offered. */
  marks: ReturnType<typeof useMarks> | undefined
}

function QueueList({ items, chosen, onChoose, marks }: QueueListProps) {
  const { areaPath } = useArea()
  if (items.length === 0) return <p className="px-4 py-3 text-ink-soft">No queda nada por confirmar.</p>
  return (
    <ul aria-label="Pedidos por confirmar" className="divide-y overflow-hidden rounded-xl">
      {items.map(item => (
        <DocumentLinesCard
          key={item.document.id}
          areaPath={areaPath}
          document={item.document}
          days={item.approvedDays}
          waiting={ago(item.approvedDays)}
          isChosen={item === chosen}
          onChoose={onChoose}
          {...(marks &&
            isPayment(item) && { isMarked: marks.isMarked(documentId(item)), onMark: marks.mark })}
        >
          {item.document.providerOff && (
            <p className="mt-1 font-medium text-caution text-xs">Proveedor dado de baja</p>
          )}
          {item.document.paymentBatchId !== null && (
            <p className="mt-1 font-medium text-info text-xs">{situationText(item.document)}</p>
          )}
        </DocumentLinesCard>
      ))}
    </ul>
  )
}

function AllDone({ areaPath }: { areaPath: string }) {
  const projectsAddress: string = `${areaPath}/projects`
  return (
    <Card>
      <EmptyState
        icon={<CheckCheck />}
        title="No hay nada por confirmar"
        action={<LinkButton to={projectsAddress}>Ver los proyectos</LinkButton>}
      >
        Cuando se apruebe un pedido de un proyecto en el que ejecutas, aparecerá aquí.{' '}
        <HelpLink task="pagar-y-confirmar" />
      </EmptyState>
    </Card>
  )
}

function QueueSkeleton() {
  return (
    <ListAndDetail label="Bandeja" list={<SkeletonRows label="Cargando las confirmaciones" />}>
      <div className="grid grid-cols-1 gap-4 max-lg:hidden">
        <Skeleton className="h-44 w-full" />
        <Skeleton className="h-96 w-full" />
      </div>
    </ListAndDetail>
  )
}
