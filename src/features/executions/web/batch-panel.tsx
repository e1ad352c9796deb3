import { useMutation } from '@tanstack/react-query'
import { Download, ShieldCheck } from 'lucide-react'
import { useCallback, useState } from 'react'
import { formatLabel } from '#features/executions/text/batches.ts'
import type { Unconfirmed } from '#features/executions/web/batch-confirmation-dialog.tsx'
import { BatchDocumentsTable } from '#features/executions/web/batch-documents-table.tsx'
import { BatchReleaseCard } from '#features/executions/web/batch-release-card.tsx'
import { BatchStateBadge } from '#features/executions/web/batch-state-badge.tsx'
import { DigestPanel } from '#features/executions/web/digest-panel.tsx'
import { downloadBatchMutation } from '#features/executions/web/queries.ts'
import { batchesAddress, namedWith } from '#features/executions/web/text.ts'
import type { BatchWire } from '#features/executions/wire/batches.ts'
import { counted } from '#kernel/text.ts'
import { refusalText } from '#ui/action-link.tsx'
import { failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardHeader, Fact, Facts } from '#ui/card.tsx'
import { download } from '#ui/download.ts'
import { useSubmission } from '#ui/fields/submission.ts'
import { Instant } from '#ui/instant.tsx'
import { Money } from '#ui/money.tsx'
import { OnDemand } from '#ui/on-demand.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Alert } from '#ui/states.tsx'
import { Day } from '#ui/time.tsx'
import { notify } from '#ui/toast.ts'

type Asking = { what: 'release' | 'confirm' | 'cancel' } | { what: 'giveBack'; documentId: string }

/** One batch: facts, orders, history and actions. */
export function BatchPanel({ areaPath, batch }: { areaPath: string; batch: BatchWire }) {
  const [asking, ask] = useState<Asking | null>(null)
  const [unconfirmed, setUnconfirmed] = useState<readonly Unconfirmed[]>([])
  const close = () => ask(null)
  const giveBack = useCallback((documentId: string) => ask({ what: 'giveBack', documentId }), [])
  const reasoned = { batchId: batch.id, onClose: close }
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Remesas SEPA', to: batchesAddress(areaPath) }]}
        title={`Remesa ${batch.id}`}
        aside={<BatchStateBadge batch={batch} />}
        subtitle={`${counted(batch.orders, 'pedido')} · ${batch.debtorName}`}
        actions={<Actions batch={batch} onAsk={what => ask({ what })} />}
      />
      <div className="grid grid-cols-1 gap-4 xl:gap-6">
        {unconfirmed.length > 0 && <NotConfirmed orders={unconfirmed} />}
        <FactsCard batch={batch} />
        {batch.twoHands && <BatchReleaseCard areaPath={areaPath} twoHands={batch.twoHands} />}
        <BatchDocumentsTable
          areaPath={areaPath}
          items={batch.items}
          onGiveBack={batch.can.giveBack === true ? giveBack : null}
        />
        <HistoryCard events={batch.events} />
      </div>
      {asking?.what === 'release' && batch.twoHands && (
        <OnDemand
          load={loadRelease}
          props={{ batchId: batch.id, review: batch.twoHands.review, onClose: close }}
        />
      )}
      {asking?.what === 'confirm' && (
        <OnDemand load={loadConfirmation} props={{ batch, onUnconfirmed: setUnconfirmed, onClose: close }} />
      )}
      {asking?.what === 'cancel' && <OnDemand load={loadReason} props={{ ...reasoned, documentId: null }} />}
      {asking?.what === 'giveBack' && (
        <OnDemand load={loadReason} props={{ ...reasoned, documentId: asking.documentId }} />
      )}
    </>
  )
}

const loadRelease = async () =>
  (await import('#features/executions/web/batch-release-dialog.tsx')).BatchReleaseDialog
const loadConfirmation = async () =>
  (await import('#features/executions/web/batch-confirmation-dialog.tsx')).BatchConfirmationDialog
const loadReason = async () =>
  (await import('#features/executions/web/batch-reason-dialog.tsx')).BatchReasonDialog

type ActionsProps = { batch: BatchWire; onAsk: (what: 'release' | 'confirm' | 'cancel') => void }

/** Actions of a batch; the next step, release, download or confirmation, is the primary button. */
function Actions({ batch, onAsk }: ActionsProps) {
  const { state, release, isDownloaded, can } = batch
  if (state === 'cancelled') return null
  return (
    <>
      {isShown(can.cancel) && (
        <Button className="text-negative" refusal={refusalText(can.cancel)} onClick={() => onAsk('cancel')}>
          Anular remesa
        </Button>
      )}
      {release === 'pending' ? (
        <Button
          variant="primary"
          refusal={refusalText(can.release)}
          icon={<ShieldCheck aria-hidden="true" />}
          onClick={() => onAsk('release')}
        >
          Liberar remesa
        </Button>
      ) : (
        <DownloadButton batch={batch} />
      )}
      {state === 'open' && release !== 'pending' && (
        <Button
          variant={isDownloaded ? 'primary' : 'secondary'}
          refusal={refusalText(can.confirm)}
          onClick={() => onAsk('confirm')}
        >
          Confirmar la remesa
        </Button>
      )}
    </>
  )
}

/** Downloads the file; while nobody has it, that is the next step. */
function DownloadButton({ batch: { id, isDownloaded, can } }: Pick<ActionsProps, 'batch'>) {
  const { mutateAsync, isPending } = useMutation(downloadBatchMutation)
  const submission = useSubmission()
  const fetchFile = async () => {
    try {
      const { url } = await submission({ id }, key => mutateAsync({ batchId: id, key }))
      download(url)
    } catch (error) {
      notify.error('No se ha podido descargar', { description: failureMessage(error) })
    }
  }
  return (
    <Button
      variant={isDownloaded ? 'secondary' : 'primary'}
      busy={isPending}
      refusal={refusalText(can.download)}
      icon={<Download aria-hidden="true" />}
      onClick={fetchFile}
    >
      Descargar archivo
    </Button>
  )
}

/**
 * True when the cancel button is shown: when allowed, and when refused for a reason about the person, which the
 * button explains.
 */
const isShown = (cancel: BatchWire['can']['cancel']): boolean =>
  cancel === true || ['own_download', 'second_hand_missing', 'untrusted_account'].includes(cancel.refused)

function FactsCard({ batch }: { batch: BatchWire }) {
  return (
    <Card aria-label="Datos de la remesa">
      <CardBody className="grid grid-cols-1 gap-4">
        <Facts>
          <Fact label="Total">
            <Money value={batch.amount} className="font-semibold text-lg" />
          </Fact>
          <Fact label="Fecha de pago">
            <Day value={batch.payOn} />
          </Fact>
          <Fact label="Cuenta de cargo">
            <span className="figures">{batch.debtorAccount}</span>
          </Fact>
          <Fact label="Formato">{formatLabel[batch.format]}</Fact>
          <Fact label="Creada por">{namedWith(batch.madeByName, batch.madeForName)}</Fact>
          <Fact label="Creada">
            <Instant value={batch.madeAt} />
          </Fact>
        </Facts>
        <DigestPanel value={batch.sha256} />
      </CardBody>
    </Card>
  )
}

function NotConfirmed({ orders }: { orders: readonly Unconfirmed[] }) {
  return (
    <Alert tone="negative" title="Hay pedidos que no se han confirmado">
      <ul>
        {orders.map(({ documentId, text }) => (
          <li key={documentId}>
            <span className="figures">{documentId}</span>: {text}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

/** History of the batch, the latest first, as that of an order. */
function HistoryCard({ events }: Pick<BatchWire, 'events'>) {
  return (
    <Card aria-labelledby="history-title">
      <CardHeader id="history-title" title="Historial de la remesa" />
      <CardBody>
        <ol className="grid grid-cols-1 gap-3">
          {events.toReversed().map(({ action, documentId, byName, forName, at, reason }) => (
            <li key={`${action} ${documentId} ${at}`}>
              <p className="font-medium">
                {eventLabel.get(action) ?? 'La remesa ha cambiado'}
                {documentId !== null && `: ${documentId}`}
              </p>
              <p className="text-ink-faint text-xs">
                {byName && `${namedWith(byName, forName)} · `}
                <Instant value={at} exact />
              </p>
              {reason !== null && <p className="wrap-anywhere text-ink-soft">«{reason}»</p>}
            </li>
          ))}
        </ol>
      </CardBody>
    </Card>
  )
}

const eventLabel = new Map([
  ['batch.created', 'Remesa creada'],
  ['batch.released', 'Remesa liberada'],
  ['batch.downloaded', 'Archivo descargado'],
  ['batch.confirmed', 'Pagos confirmados'],
  ['batch.cancelled', 'Remesa anulada'],
  ['execution.payment_returned', 'Pago devuelto por el banco'],
  ['execution.unbatched', 'Pago devuelto antes de confirmarlo'],
])
