import type { LucideIcon } from 'lucide-react'
import { CirclePause, CirclePlay, Pencil, Plus, Scale } from 'lucide-react'
import { type Change, changeTold } from '#features/cost-centres/web/text.ts'
import type { CentreChangeWire } from '#features/cost-centres/wire/calls.ts'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { Instant } from '#ui/instant.tsx'
import { Timeline, TimelineItem } from '#ui/timeline.tsx'

/** History of a centre, latest first: each change with its author, time and reason. */
export function HistoryCard({ history }: { history: readonly CentreChangeWire[] }) {
  return (
    <Card aria-labelledby="history-title">
      <CardHeader id="history-title" title="Historial" />
      <CardBody>
        <Timeline label="Historial del centro de coste">
          {history.map(change => (
            <Entry key={change.id} change={change} />
          ))}
        </Timeline>
      </CardBody>
    </Card>
  )
}

function Entry({ change }: { change: CentreChangeWire }) {
  const { sentence, details, tone, sign } = changeTold(change)
  const Icon = icons[sign]
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

const icons: { readonly [sign in Change['sign']]: LucideIcon } = {
  made: Plus,
  edited: Pencil,
  budget: Scale,
  inactive: CirclePause,
  active: CirclePlay,
}
