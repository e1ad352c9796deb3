import { UserCheck, UserX } from 'lucide-react'
import { useMemo } from 'react'
import type { PersonRowWire } from '#features/people/wire.ts'
import { roleLabel } from '#kernel/actor.ts'
import { refusalOf } from '#ui/action-link.tsx'
import { Button } from '#ui/button.tsx'
import { OnOffBadge } from '#ui/on-off-badge.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { Instant } from '#ui/time.tsx'

/** A person with the name of the client or provider they belong to. */
export type PersonShown = { person: PersonRowWire; organisation: string | null }

type PersonTableProps = {
  people: readonly PersonShown[]
  isStale: boolean
  onSwitch: (person: PersonRowWire) => void
}

export function PersonTable({ people, isStale, onSwitch }: PersonTableProps) {
  const columns = useMemo(() => columnsFor(onSwitch), [onSwitch])
  return (
    <Table
      label="Personas"
      columns={columns}
      rows={people}
      rowKey={({ person }) => person.userId}
      isStale={isStale}
      card={shown => <PersonLines shown={shown} onSwitch={onSwitch} />}
    />
  )
}

function columnsFor(onSwitch: PersonTableProps['onSwitch']): readonly Column<PersonShown>[] {
  return [
    {
      id: 'name',
      header: 'Nombre',
      cell: ({ person }) => (
        <>
          <span className="font-medium">{person.name}</span>
          <span className="block text-ink-faint text-xs">{person.email}</span>
        </>
      ),
    },
    { id: 'role', header: 'Rol', cell: ({ person }) => roleLabel[person.role] },
    { id: 'organisation', header: 'Pertenece a', cell: ({ organisation }) => organisation ?? '-' },
    { id: 'state', header: 'Estado', cell: ({ person }) => <State active={person.active} /> },
    { id: 'seen', header: 'Última entrada', cell: ({ person }) => <LastSeen person={person} /> },
    {
      id: 'actions',
      header: 'Acciones',
      align: 'end',
      className: 'w-px',
      cell: ({ person }) => <SwitchButton person={person} onSwitch={onSwitch} />,
    },
  ]
}

type PersonLinesProps = Pick<PersonTableProps, 'onSwitch'> & { shown: PersonShown }

function PersonLines({ shown: { person, organisation }, onSwitch }: PersonLinesProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
        {person.name} <State active={person.active} />
      </p>
      <div className="row-span-2">
        <SwitchButton person={person} onSwitch={onSwitch} isShort />
      </div>
      <p className="truncate text-ink-soft">
        {roleLabel[person.role]}
        {organisation && ` · ${organisation}`} · {person.email}
      </p>
    </div>
  )
}

function State({ active }: Pick<PersonRowWire, 'active'>) {
  return <OnOffBadge on={active}>{active ? 'Activa' : 'Desactivada'}</OnOffBadge>
}

function LastSeen({ person: { lastSignInAt } }: { person: PersonRowWire }) {
  return lastSignInAt === null ? (
    <span className="text-ink-faint">Nunca</span>
  ) : (
    <Instant value={lastSignInAt} />
  )
}

type SwitchButtonProps = {
  person: PersonRowWire
  onSwitch: PersonTableProps['onSwitch']
  /** Only its icon, where there is little room. */
  isShort?: boolean
}

function SwitchButton({ person, onSwitch, isShort = false }: SwitchButtonProps) {
  const word = person.active ? 'Desactivar' : 'Activar'
  const Icon = person.active ? UserX : UserCheck
  const refusal = refusalOf(person.active ? person.can.deactivate : person.can.activate)
  return (
    <Button
      variant="quiet"
      size={isShort ? 'icon' : 'sm'}
      title={refusal ?? word}
      aria-label={`${word} a ${person.name}`}
      icon={<Icon aria-hidden="true" />}
      refusal={refusal}
      onClick={() => onSwitch(person)}
    >
      {!isShort && word}
    </Button>
  )
}
