import { MailQuestionMark } from 'lucide-react'
import { useMemo } from 'react'
import { peopleList } from '#features/people/list.ts'
import { PersonActions, type PersonHandlers } from '#features/people/web/person-actions-panel.tsx'
import type { PersonRowWire } from '#features/people/wire.ts'
import { roleLabel } from '#kernel/actor.ts'
import { Badge } from '#ui/badge.tsx'
import { Instant } from '#ui/instant.tsx'
import { type ListCells, listColumns } from '#ui/lists/list-columns.ts'
import { type Sort, Table } from '#ui/lists/table.tsx'
import { OnOffBadge } from '#ui/on-off-badge.tsx'
import { InstantDay } from '#ui/time.tsx'

type PersonTableProps = {
  label?: string
  people: readonly PersonRowWire[]
  isStale: boolean
  sort: Sort
  onSort: (by: string) => void
  /** Must be a stable object: a new one rebuilds the columns at each render. */
  handlers: PersonHandlers
}

export function PersonTable({ label = 'Personas', people, handlers, ...table }: PersonTableProps) {
  const columns = useMemo(() => listColumns(peopleList, 'people', cellsFor(handlers)), [handlers])
  return (
    <Table
      label={label}
      columns={columns}
      rows={people}
      rowKey={person => person.userId}
      {...table}
      card={person => <PersonLines person={person} handlers={handlers} />}
    />
  )
}

const cellsFor = (handlers: PersonHandlers): ListCells<typeof peopleList, PersonRowWire> => ({
  name: {
    className: 'wrap-anywhere min-w-48',
    cell: person => (
      <>
        <span className="font-medium">{person.name}</span>
        <span className="block text-ink-faint text-xs">{[person.email, ...work(person)].join(' · ')}</span>
        <PendingAddress person={person} />
      </>
    ),
  },
  role: ({ role }) => roleLabel[role],
  organisation: { className: 'wrap-anywhere min-w-28', cell: ({ organisation }) => organisation ?? '-' },
  state: person => <State person={person} />,
  seen: person => <LastSeen person={person} />,
  actions: { className: 'w-px', cell: person => <PersonActions person={person} {...handlers} /> },
})

const work = ({ position, department }: PersonRowWire) => [position, department].filter(said => said !== '')

type PersonLinesProps = Pick<PersonTableProps, 'handlers'> & { person: PersonRowWire }

function PersonLines({ person, handlers }: PersonLinesProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
        {person.name} <State person={person} />
      </p>
      <div className="row-span-2">
        <PersonActions person={person} {...handlers} />
      </div>
      <p className="wrap-anywhere line-clamp-3 text-ink-soft">
        {[roleLabel[person.role], person.organisation, ...work(person), person.email]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <PendingAddress person={person} />
    </div>
  )
}

function State({ person: { active, isInvited } }: { person: PersonRowWire }) {
  if (active && isInvited)
    return (
      <Badge tone="info" icon={<MailQuestionMark aria-hidden="true" />}>
        Invitada
      </Badge>
    )
  return <OnOffBadge on={active}>{active ? 'Activa' : 'Desactivada'}</OnOffBadge>
}

/** The pending address with which the person will sign in, and its day of effect. */
function PendingAddress({ person: { pendingAddress } }: { person: PersonRowWire }) {
  if (pendingAddress === null) return null
  const { email, countsFrom } = pendingAddress
  return (
    <span className="wrap-anywhere col-span-full block text-caution text-xs">
      Pasará a {email}{' '}
      {countsFrom === null ? (
        'cuando se confirme'
      ) : (
        <>
          el <InstantDay value={countsFrom} />
        </>
      )}
    </span>
  )
}

function LastSeen({ person: { lastSignInAt } }: { person: PersonRowWire }) {
  return lastSignInAt === null ? (
    <span className="text-ink-faint">Nunca</span>
  ) : (
    <Instant value={lastSignInAt} />
  )
}
