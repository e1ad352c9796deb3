import { noReleaser } from '#features/executions/text/batches.ts'
import { BatchReviewPanel } from '#features/executions/web/batch-review-panel.tsx'
import { namedWith } from '#features/executions/web/text.ts'
import type { BatchWire } from '#features/executions/wire/batches.ts'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { Instant } from '#ui/instant.tsx'
import { Alert } from '#ui/states.tsx'

type BatchReleaseCardProps = {
  areaPath: string
  twoHands: NonNullable<BatchWire['twoHands']>
}

/** Review for a second person before a batch leaves or, once it is released, who released it and what they saw. */
export function BatchReleaseCard({ areaPath, twoHands }: BatchReleaseCardProps) {
  const { review, released, releasers } = twoHands
  return (
    <Card aria-labelledby="release-title">
      <CardHeader
        id="release-title"
        title={released ? 'Remesa liberada' : 'Por revisar antes de liberar'}
        note={
          released ? (
            <>
              {namedWith(released.byName, released.forName)} · <Instant value={released.at} exact />. Esto es
              lo que se vio.
            </>
          ) : (
            'La libera otra persona que ejecute en todos sus proyectos y no la haya hecho. Hasta entonces su archivo no se descarga.'
          )
        }
      />
      <CardBody className="grid grid-cols-1 gap-4">
        <BatchReviewPanel areaPath={areaPath} review={review} />
        {!released && <Releasers names={releasers} />}
      </CardBody>
    </Card>
  )
}

function Releasers({ names }: { names: readonly string[] }) {
  if (names.length === 0)
    return (
      <Alert tone="caution" title="Nadie puede liberarla">
        {noReleaser}
      </Alert>
    )
  return <p className="text-ink-soft text-sm">Pueden liberarla: {names.join(', ')}.</p>
}
