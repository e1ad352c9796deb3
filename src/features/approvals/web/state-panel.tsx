import { Suspense } from 'react'
import type { DocumentDetailWire } from '#features/approvals/wire.ts'
import { statusNote } from '#features/documents/web/document-status-badge.tsx'
import { projectAddress } from '#features/documents/web/text.ts'
import type { DocumentRowWire } from '#features/documents/wire.ts'
import { late } from '#ui/late.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Alert } from '#ui/states.tsx'

type BlockCause = NonNullable<DocumentRowWire['blockCause']>

const MissingRatePanel = late(
  async () => (await import('#features/approvals/web/missing-rate-panel.tsx')).MissingRatePanel,
)

/** Reason why an order is blocked or returned, and who can resolve it; renders nothing for other states. */
export function StatePanel({ areaPath, document }: { areaPath: string; document: DocumentDetailWire }) {
  if (document.state === 'blocked') return <Blocked areaPath={areaPath} document={document} />
  if (document.state !== 'returned') return null
  // A provider learns how many approvals there are, and not whose.
  const hidesSeats = document.stages.length === 0 && document.approvals.total > 0
  return hidesSeats ? <ReturnedToProvider document={document} /> : <Returned document={document} />
}

/** Returned order, by the approver who sent it back, by the product (`sentBackBecause`), or by its requester. */
function Returned({ document }: { document: DocumentDetailWire }) {
  const { sentBackBecause } = document
  const returned = document.stages.flatMap(stage => stage.seats).find(seat => seat.status === 'returned')
  return (
    <Alert
      tone="caution"
      title={returned || sentBackBecause ? 'Devuelto para cambios' : 'Retirado por quien lo pidió'}
    >
      {sentBackBecause && <p>{sentBackBecause}</p>}
      {returned && (
        <p className="whitespace-pre-line">
          {returned.approverName}: «{returned.comment}»
        </p>
      )}
      <p>
        {document.can.edit === true
          ? 'Corrígelo y reenvíalo: las aprobaciones empiezan de nuevo.'
          : 'Espera a que lo corrija quien lo pidió.'}
      </p>
    </Alert>
  )
}

type BlockedProps = { areaPath: string; document: DocumentDetailWire }

/** Blocked order, by its cause or by the exchange rate for which it waits. */
function Blocked(props: BlockedProps) {
  const { blockCause } = props.document
  const cause = <BlockedByCause {...props} />
  if (blockCause !== 'no_approver' && blockCause !== 'budget') return cause
  return (
    <Suspense fallback={cause}>
      <MissingRatePanel document={props.document}>{cause}</MissingRatePanel>
    </Suspense>
  )
}

/** Cause of a block, with a link for the person who can resolve it. */
function BlockedByCause({ areaPath, document }: BlockedProps) {
  const { blockCause, contract, projectId, can } = document
  const mightForce = can.force !== true && can.force.refused === 'not_in_approval'
  const isOfCompany = areaPath === '/empresa'
  return (
    <Alert tone="negative" title={statusNote(document) ?? 'Bloqueado'}>
      <p>{blockCause ? wayOut[blockCause] : 'La administración de la empresa puede desbloquearlo.'}</p>
      {mightForce && <p>Mientras esté bloqueado, su decisión no se puede forzar.</p>}
      {isOfCompany && blockCause === 'no_approver' && (
        <LinkButton to={projectAddress(areaPath, projectId)} size="sm" className="mt-2">
          Ver los aprobadores del proyecto
        </LinkButton>
      )}
      {isOfCompany && contract && (blockCause === 'budget' || blockCause === 'contract_inactive') && (
        <LinkButton
          to="/empresa/contracts/$contractId"
          params={{ contractId: contract.id }}
          size="sm"
          className="mt-2"
        >
          Ver el contrato
        </LinkButton>
      )}
    </Alert>
  )
}

/** Returned order, for its provider, who learns neither the person nor the comment. */
function ReturnedToProvider({ document: { can, clientName } }: { document: DocumentDetailWire }) {
  return (
    <Alert tone="caution" title="Pendiente de corrección">
      {can.edit === true
        ? `Corrígelo y reenvíalo. Si no lo retiraste tú, pregunta a ${clientName} qué hay que cambiar.`
        : 'Espera a que lo corrija quien lo pidió.'}
    </Alert>
  )
}

const wayOut: { readonly [cause in BlockCause]: string } = {
  no_approver:
    'Ningún aprobador del proyecto puede decidir este pedido. La administración de la empresa tiene que añadir otro.',
  budget: 'No cabe en el contrato. Hace falta ampliarlo o anular otro pedido.',
  contract_inactive: 'Su contrato ya no admite pedidos. La administración de la empresa tiene que revisarlo.',
}
