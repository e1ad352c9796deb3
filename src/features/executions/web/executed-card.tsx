import { Link } from '@tanstack/react-router'
import { CheckCheck } from 'lucide-react'
import { documentAddress } from '#features/documents/web/text.ts'
import { DigestPanel } from '#features/executions/web/digest-panel.tsx'
import { namedWith } from '#features/executions/web/text.ts'
import type { ExecutionStatusWire } from '#features/executions/wire.ts'
import { PreviewPanel } from '#features/files/web/preview-panel.tsx'
import { Card, CardBody, CardHeader, Fact, Facts } from '#ui/card.tsx'
import { Instant } from '#ui/instant.tsx'
import { Alert } from '#ui/states.tsx'
import { Day } from '#ui/time.tsx'

type Execution = NonNullable<ExecutionStatusWire['execution']>

/** Execution of an order, with its proof. */
export function ExecutedCard({ areaPath, execution }: { areaPath: string; execution: Execution }) {
  return (
    <Card aria-labelledby="executed-title">
      <CardHeader
        id="executed-title"
        title={
          <span className="flex items-center gap-2">
            <CheckCheck aria-hidden="true" className="size-5 shrink-0 text-positive" />
            Ejecución confirmada
          </span>
        }
        note={
          <>
            {execution.executedByName &&
              `${namedWith(execution.executedByName, execution.executedForName)} · `}
            <Instant value={execution.confirmedAt} exact />
          </>
        }
      />
      <CardBody className="grid grid-cols-1 gap-4">
        <Facts>
          <Fact label="Fecha">
            <Day value={execution.executedOn} />
          </Fact>
          <Fact label="Referencia">{execution.reference}</Fact>
        </Facts>
        {execution.comment !== null && (
          <p className="whitespace-pre-line text-ink-soft">«{execution.comment}»</p>
        )}
        {execution.proofAlsoIn.length > 0 && <SameProof areaPath={areaPath} orders={execution.proofAlsoIn} />}
        {execution.proof ? (
          <div className="grid grid-cols-1 gap-2 border-t pt-4">
            <h3 className="font-medium">Comprobante</h3>
            <PreviewPanel file={execution.proof} height="h-80" />
            {execution.proofSha256 !== null && <DigestPanel value={execution.proofSha256} />}
          </div>
        ) : (
          <p className="border-t pt-4 text-ink-soft">Se confirmó sin comprobante.</p>
        )}
      </CardBody>
    </Card>
  )
}

function SameProof({ areaPath, orders }: { areaPath: string; orders: Execution['proofAlsoIn'] }) {
  return (
    <Alert tone="caution" title="El mismo comprobante está en otros pedidos">
      <ul className="mt-1 flex flex-wrap gap-x-3 gap-y-1">
        {orders.map(({ documentId, projectId }) => (
          <li key={documentId}>
            <Link
              to={documentAddress(areaPath, { id: documentId, projectId })}
              className="figures inline-flex min-h-6 items-center font-medium text-accent underline touch:min-h-11"
            >
              {documentId}
            </Link>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
