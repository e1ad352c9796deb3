import { useId } from 'react'
import { type EventGroup, eventGroups, type PublicEvent } from '#features/webhooks/rules/events.ts'
import { eventGroupLabel, eventLabel } from '#features/webhooks/text/events.ts'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { FieldError } from '#ui/fields/field.tsx'

type EventsPanelProps = {
  values: readonly PublicEvent[]
  onChange: (values: PublicEvent[]) => void
  error?: string | undefined
}

const groups = Object.keys(eventGroups).filter((name): name is EventGroup => Object.hasOwn(eventGroups, name))

/** Events of which a webhook is told, by groups; a whole group is chosen at once. */
export function EventsPanel({ values, onChange, error }: EventsPanelProps) {
  const id = useId()
  const set = (events: readonly PublicEvent[], isOn: boolean) => {
    const rest = values.filter(value => !events.includes(value))
    onChange(isOn ? [...rest, ...events] : rest)
  }
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2" aria-describedby={error ? id : undefined}>
      <legend className="mb-1.5 font-medium text-sm">De qué se le informa</legend>
      {groups.map(group => (
        <Group key={group} group={group} values={values} onSet={set} />
      ))}
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  )
}

type GroupProps = {
  group: EventGroup
  values: readonly PublicEvent[]
  onSet: (events: readonly PublicEvent[], isOn: boolean) => void
}

function Group({ group, values, onSet }: GroupProps) {
  const events: readonly PublicEvent[] = eventGroups[group]
  const chosen = events.filter(event => values.includes(event)).length
  return (
    <details className="rounded-md border border-line-strong">
      <summary className="flex min-h-9 cursor-pointer items-center justify-between gap-3 px-3 py-1.5 touch:min-h-11">
        <span className="font-medium">{eventGroupLabel[group]}</span>
        <span className="figures text-ink-soft text-xs">
          {chosen} de {events.length}
        </span>
      </summary>
      <div className="grid grid-cols-1 gap-1 border-t px-3 py-2">
        {events.length > 1 && (
          <Checkbox
            label={<span className="font-medium">Todo lo de {eventGroupLabel[group].toLowerCase()}</span>}
            checked={chosen === events.length}
            onChange={({ target }) => onSet(events, target.checked)}
          />
        )}
        {events.map(event => (
          <Checkbox
            key={event}
            label={eventLabel[event]}
            note={<code>{event}</code>}
            checked={values.includes(event)}
            onChange={({ target }) => onSet([event], target.checked)}
          />
        ))}
      </div>
    </details>
  )
}
