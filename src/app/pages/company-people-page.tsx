import { useQuery } from '@tanstack/react-query'
import { IdCard, Plus, SearchX } from 'lucide-react'
import { useMemo, useState } from 'react'
import { LeavingDialog } from '#app/pages/leaving-dialog.tsx'
import { clientsQuery } from '#features/clients/web/queries.ts'
import { grantableRoles } from '#features/people/rules.ts'
import { usePersonActs } from '#features/people/web/person-actions-panel.tsx'
import { type PersonShown, PersonTable } from '#features/people/web/person-table.tsx'
import { peopleQuery } from '#features/people/web/queries.ts'
import type { PersonRowWire } from '#features/people/wire.ts'
import { providersQuery } from '#features/providers/web/queries.ts'
import { refusalOf } from '#ui/action-link.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FirstOnly } from '#ui/first-only.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { OnDemand } from '#ui/on-demand.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { narrowed, useSearchText } from '#ui/search-text.ts'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'

const loadNewPersonDialog = async () =>
  (await import('#features/people/web/person-dialog.tsx')).NewPersonDialog

const loadPermissionsDialog = async () =>
  (await import('#features/projects/web/global-permissions-dialog.tsx')).GlobalPermissionsDialog

type Open = { kind: 'new' } | { kind: 'deactivate' | 'permissions'; person: PersonRowWire } | null

/** Everybody who can enter the company, and as what. */
export function CompanyPeoplePage() {
  const { text, setText, q } = useSearchText()
  const query = useQuery(peopleQuery(q))
  const [open, setOpen] = useState<Open>(null)
  const acts = usePersonActs('Permisos generales', setOpen)
  const shownOf = useOrganisations()
  const isAnswered = text.trim() === q && !query.isPlaceholderData
  const rows = useMemo(() => query.data?.items.map(shownOf) ?? [], [query.data, shownOf])
  return (
    <>
      <PageHeader
        title="Personas"
        subtitle="Quién puede entrar en la empresa y con qué rol"
        actions={
          <Button
            variant="primary"
            icon={<Plus aria-hidden="true" />}
            refusal={refusalOf(query.data?.can.create)}
            onClick={() => setOpen({ kind: 'new' })}
          >
            Invitar a una persona
          </Button>
        }
      />
      <SearchField label="Buscar personas..." value={text} onChange={setText} className="mb-4 max-w-md" />
      <Loaded query={query} skeleton={<SkeletonRows label="Cargando personas" />}>
        {() =>
          rows.length === 0 ? (
            <NoPeople isSearch={q !== ''} onClear={() => setText('')} />
          ) : (
            <PersonTable
              people={narrowed(rows, text, isAnswered, wordsOf)}
              isStale={!isAnswered}
              acts={acts}
            />
          )
        }
      </Loaded>
      <FirstOnly count={query.data?.items.length} />
      {open?.kind === 'new' && <NewPerson onClose={() => setOpen(null)} />}
      {open?.kind === 'deactivate' && <LeavingDialog person={open.person} onClose={() => setOpen(null)} />}
      {open?.kind === 'permissions' && <Permissions person={open.person} onClose={() => setOpen(null)} />}
    </>
  )
}

function Permissions({ person: { userId, name }, onClose }: { person: PersonRowWire; onClose: () => void }) {
  const onOpenChange = (isOpen: boolean) => !isOpen && onClose()
  return (
    <OnDemand load={loadPermissionsDialog} given={{ userId, name, isOpen: true, onOpenChange, onClose }} />
  )
}

const wordsOf = ({ person: { name, email } }: PersonShown) => `${name} ${email}`

/** The names of the organisations that people belong to, when they have arrived. */
function useOrganisations(): (person: PersonRowWire) => PersonShown {
  const clients = useQuery(clientsQuery()).data?.items
  const providers = useQuery(providersQuery()).data?.items
  return useMemo(() => {
    const names = new Map([...(clients ?? []), ...(providers ?? [])].map(({ id, name }) => [id, name]))
    return person => ({ person, organisation: names.get(person.clientId ?? person.providerId ?? '') ?? null })
  }, [clients, providers])
}

function NewPerson({ onClose }: { onClose: () => void }) {
  const clients = useQuery(clientsQuery())
  const providers = useQuery(providersQuery())
  const optionsOf = (items: readonly { id: string; name: string }[] = []) =>
    items.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <OnDemand
      load={loadNewPersonDialog}
      given={{
        roles: [...grantableRoles].reverse(),
        clients: optionsOf(clients.data?.items),
        providers: optionsOf(providers.data?.items),
        onClose,
      }}
    />
  )
}

function NoPeople({ isSearch, onClear }: { isSearch: boolean; onClear: () => void }) {
  return (
    <Card>
      <EmptyState
        icon={isSearch ? <SearchX /> : <IdCard />}
        title="No se encontraron personas."
        action={isSearch && <Button onClick={onClear}>Limpiar búsqueda</Button>}
      >
        {isSearch
          ? 'Prueba con otro nombre u otro correo.'
          : 'Invita a quienes aprueban y ejecutan para poder nombrarlos en los proyectos.'}
      </EmptyState>
    </Card>
  )
}
