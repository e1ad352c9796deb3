import type { LucideIcon } from 'lucide-react'
import type { RecordedChangeWire } from '#features/contracts/wire/history.ts'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { Instant } from '#ui/instant.tsx'
import { Timeline, TimelineItem } from '#ui/timeline.tsx'

type TimelineTone = Parameters<typeof TimelineItem>[0]['tone']

/** Change as it is told: a sentence, lines of detail, and its look. */
export type ToldChange = {
  readonly sentence: string
  readonly details: readonly string[]
  readonly tone: TimelineTone
  readonly Icon: LucideIcon
}

type ChangesCardProps = {
  /** Subject of the history, for screen readers. */
  label: string
  history: readonly RecordedChangeWire[]
  tell: (change: RecordedChangeWire) => ToldChange
}

/** History of a contract or of a cost centre, latest first: each change with its author, time and reason. */
export function ChangesCard({ label, history, tell }: ChangesCardProps) {
  return (
    <Card aria-labelledby="history-title">
      <CardHeader id="history-title" title="Historial" />
      <CardBody>
        <Timeline label={label}>
          {history.map(change => (
            <Entry key={change.id} change={change} told={tell(change)} />
          ))}
        </Timeline>
      </CardBody>
    </Card>
  )
}

function Entry({ change, told }: { change: RecordedChangeWire; told: ToldChange }) {
  const { sentence, details, tone, Icon } = told
  return (
    <TimelineItem
      tone={tone}
      icon={<Icon aria-hidden="true" />}
      title={sentence}
      meta={
        <>
          {change.actorName !== null && `${change.actorName} · `}
          <Instant value={change.at} exact />
        </>
      }
    >
      {details.map(detail => (
        <p key={detail} className="wrap-anywhere">
          {detail}
        </p>
      ))}
      {change.reason !== null && <p className="whitespace-pre-line">«{change.reason}»</p>}
    </TimelineItem>
  )
}
