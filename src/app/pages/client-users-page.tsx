import { useQuery } from '@tanstack/react-query'
import { IdCard, Plus, SearchX } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useHere } from '#app/here.ts'
import { LeavingDialog } from '#app/pages/leaving-dialog.tsx'
import { clientsQuery } from '#features/clients/web/queries.ts'
import { usePersonActs } from '#features/people/web/person-actions-panel.tsx'
import { type PersonShown, PersonTable } from '#features/people/web/person-table.tsx'
import { peopleQuery } from '#features/people/web/queries.ts'
import type { PersonRowWire } from '#features/people/wire.ts'
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
  (await import('#features/projects/web/project-permissions-dialog.tsx')).ProjectPermissionsDialog

type Open = { kind: 'new' } | { kind: 'deactivate' | 'permissions'; person: PersonRowWire } | null

/** The users of one's own client; for an administrator those of every client. */
export function ClientUsersPage() {
  const { text, setText, q } = useSearchText()
  const query = useQuery(peopleQuery(q, 'client_user'))
  const [open, setOpen] = useState<Open>(null)
  const acts = usePersonActs('Permisos en los proyectos', setOpen)
  const shownOf = useClients()
  const isAnswered = text.trim() === q && !query.isPlaceholderData
  const rows = useMemo(() => query.data?.items.map(shownOf) ?? [], [query.data, shownOf])
  const close = () => setOpen(null)
  return (
    <>
      <PageHeader
        title="Usuarios del cliente"
        subtitle="Quién trabaja con los proyectos del cliente y qué puede hacer en cada uno"
        actions={
          <Button
            variant="primary"
            icon={<Plus aria-hidden="true" />}
            refusal={refusalOf(query.data?.can.create)}
            onClick={() => setOpen({ kind: 'new' })}
          >
            Invitar a un usuario
          </Button>
        }
      />
      <SearchField label="Buscar usuarios..." value={text} onChange={setText} className="mb-4 max-w-md" />
      <Loaded query={query} skeleton={<SkeletonRows label="Cargando usuarios" />}>
        {() =>
          rows.length === 0 ? (
            <NoUsers isSearch={q !== ''} onClear={() => setText('')} />
          ) : (
            <PersonTable
              label="Usuarios"
              people={narrowed(rows, text, isAnswered, wordsOf)}
              isStale={!isAnswered}
              acts={acts}
            />
          )
        }
      </Loaded>
      <FirstOnly count={query.data?.items.length} />
      {open?.kind === 'new' && <NewUser onClose={close} />}
      {open?.kind === 'deactivate' && <LeavingDialog person={open.person} onClose={close} />}
      {open?.kind === 'permissions' && (
        <OnDemand
          load={loadPermissionsDialog}
          given={{ userId: open.person.userId, name: open.person.name, onClose: close }}
        />
      )}
    </>
  )
}

const wordsOf = ({ person: { name, email } }: PersonShown) => `${name} ${email}`

/** The names of the clients that people belong to, when they have arrived. */
function useClients(): (person: PersonRowWire) => PersonShown {
  const clients = useQuery(clientsQuery()).data?.items
  return useMemo(() => {
    const names = new Map((clients ?? []).map(({ id, name }) => [id, name]))
    return person => ({ person, organisation: names.get(person.clientId ?? '') ?? null })
  }, [clients])
}

/** A client's main account is its client; an administrator says whose user it will be. */
function NewUser({ onClose }: { onClose: () => void }) {
  const { user } = useHere()
  const clients = useQuery(clientsQuery()).data?.items ?? []
  return (
    <OnDemand
      load={loadNewPersonDialog}
      given={{
        roles: ['client_user'],
        clients: clients.map(({ id, name }) => ({ value: id, label: name })),
        providers: [],
        ownClientId: user.role === 'client' ? user.id : null,
        onClose,
      }}
    />
  )
}

function NoUsers({ isSearch, onClear }: { isSearch: boolean; onClear: () => void }) {
  return (
    <Card>
      <EmptyState
        icon={isSearch ? <SearchX /> : <IdCard />}
        title="No se encontraron usuarios."
        action={isSearch && <Button onClick={onClear}>Limpiar búsqueda</Button>}
      >
        {isSearch
          ? 'Prueba con otro nombre u otro correo.'
          : 'Invita a quienes crean o siguen los pedidos y dales permisos en los proyectos.'}
      </EmptyState>
    </Card>
  )
}
