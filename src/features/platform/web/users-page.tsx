import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { userList } from '#features/platform/list.ts'
import { editProfileMutation, exportUserList, usersQuery } from '#features/platform/web/queries.ts'
import { userSortLabel } from '#features/platform/web/text.ts'
import type { Draft, UserHandlers, UserRow } from '#features/platform/web/user-fields-panel.tsx'
import { UserForm } from '#features/platform/web/user-form.tsx'
import { UserTable } from '#features/platform/web/user-table.tsx'
import type { UserRowWire } from '#features/platform/wire/users.ts'
import { failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { SearchField } from '#ui/fields/search-field.tsx'
import { ExportButton } from '#ui/lists/export-button.tsx'
import { FilterTabs } from '#ui/lists/filter-tabs.tsx'
import { LoadMore } from '#ui/lists/load-more.tsx'
import { loadedItems } from '#ui/lists/pages.ts'
import { useSearchText } from '#ui/lists/search-text.ts'
import { SortSelect } from '#ui/lists/sort-select.tsx'
import { type ListSearch, useListSearch } from '#ui/lists/use-list-search.ts'
import { Loaded } from '#ui/loaded.tsx'
import { OnDemand } from '#ui/on-demand.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { notify } from '#ui/toast.ts'

const loadActivation = async () =>
  (await import('#features/platform/web/activation-dialog.tsx')).ActivationDialog
const loadDeactivation = async () =>
  (await import('#features/platform/web/user-dialog.tsx')).DeactivationDialog
const loadSecondFactor = async () =>
  (await import('#features/platform/web/user-dialog.tsx')).SecondFactorDialog

const plainly = (user: UserRowWire): UserRow => ({
  user,
  draft: null,
  busy: false,
  wasEdited: false,
})

type Open = { kind: 'activate' | 'deactivate' | 'factor'; user: UserRowWire } | null

/** Accounts of every company, with a form for a new one. */
export function UsersPage() {
  const { text, setText, q } = useSearchText()
  const list = useListSearch(userList)
  const query = useInfiniteQuery(usersQuery(list.filter))
  const [open, setOpen] = useState<Open>(null)
  const { editing, handlers } = useEditing(setOpen)
  const isFailed = query.isError
  useEffect(() => {
    if (isFailed) notify.error('No se pudieron obtener los perfiles')
  }, [isFailed])
  const shown = useMemo(() => loadedItems(query.data).map(plainly), [query.data])
  const users = shown.map(one =>
    one.user.id === editing?.id ? { ...one, ...editing, wasEdited: editing.draft === null } : one,
  )
  const clear = () => {
    setText('')
    list.clear()
  }
  return (
    <>
      <PageHeader
        title="Usuarios / Perfiles"
        subtitle="Quién tiene una cuenta, en qué empresa y con qué rol"
      />
      <div className="grid grid-cols-1 gap-6">
        <UserForm />
        <section aria-label="Perfiles" className="grid grid-cols-1 gap-3">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <Tabs list={list} />
            <div className="flex w-full flex-wrap items-center gap-2 sm:w-auto">
              <SortSelect
                everywhere
                sort={list.sort}
                sorts={userList.sorts}
                labels={userSortLabel}
                onChange={list.setSort}
              />
              <SearchField
                label="Buscar usuarios..."
                value={text}
                onChange={setText}
                className="w-full sm:w-72"
              />
              <ExportButton filter={list.filter} request={exportUserList} one="usuario" many="usuarios" />
            </div>
          </div>
          <Loaded query={query} skeleton={<SkeletonRows label="Cargando usuarios" />}>
            {() =>
              users.length === 0 ? (
                <NoUsers onClear={clear} />
              ) : (
                <UserTable
                  users={users}
                  isStale={query.isPlaceholderData || text.trim() !== q}
                  sort={list.shown}
                  onSort={list.sortBy}
                  handlers={handlers}
                />
              )
            }
          </Loaded>
          <LoadMore query={query} />
        </section>
      </div>
      <OpenDialog open={open} onClose={() => setOpen(null)} />
    </>
  )
}

function OpenDialog({ open, onClose }: { open: Open; onClose: () => void }) {
  if (open === null) return null
  const given = { user: open.user, onClose }
  if (open.kind === 'activate') return <OnDemand load={loadActivation} props={given} />
  return <OnDemand load={open.kind === 'factor' ? loadSecondFactor : loadDeactivation} props={given} />
}

function Tabs({ list: { filter, narrow } }: { list: ListSearch<typeof userList> }) {
  const isWhole = filter.state === undefined && filter.companyId === undefined
  const options = [
    { value: 'all', label: 'Todos' },
    { value: 'pending', label: 'Pendientes de activación' },
    ...(filter.companyId ? [{ value: 'company', label: 'De la empresa elegida' }] : []),
  ]
  const value = filter.state ?? (isWhole ? 'all' : 'company')
  return (
    <FilterTabs
      label="Qué usuarios se ven"
      options={options}
      value={value}
      onChange={next => {
        if (next === 'pending') narrow({ state: next })
        if (next === 'all') narrow({ state: undefined, companyId: undefined })
      }}
    />
  )
}

/** Row being edited; without a draft, the row edited last. */
type Editing = {
  readonly id: string
  readonly draft: Draft | null
  /** Values of the row when its edit began. */
  readonly seen: Draft
  readonly busy: boolean
}

/** Edited fields only, so that what somebody else has saved in other fields meanwhile stays. */
function typedIn(draft: Draft, seen: Draft): Partial<Draft> {
  const { name, email, role } = draft
  return {
    ...(name !== seen.name && { name }),
    ...(email !== seen.email && { email }),
    ...(role !== seen.role && { role }),
  }
}

/** Edit of one row at a time. A draft without a name, an address or a role is not saved. */
function useEditing(setOpen: (open: Open) => void): { editing: Editing | null; handlers: UserHandlers } {
  const [editing, setEditing] = useState<Editing | null>(null)
  const { mutateAsync } = useMutation(editProfileMutation)
  const save = useCallback(
    async (id: string, edit: Partial<Draft> | { active: boolean }) => {
      try {
        if (Object.keys(edit).length > 0) await mutateAsync({ id, edit })
        notify.success('Usuario actualizado')
        return true
      } catch (error) {
        notify.error('No se pudo actualizar el usuario', { description: failureMessage(error) })
        return false
      }
    },
    [mutateAsync],
  )
  const onSave = useCallback(
    async ({ user: { id }, draft, busy }: UserRow) => {
      if (!draft || busy || !id || !draft.name.trim() || !draft.email.trim() || !draft.role) return
      const seen = editing?.seen ?? draft
      setEditing({ id, seen, draft, busy: true })
      const isSaved = await save(id, typedIn(draft, seen))
      setEditing({ id, seen, draft: isSaved ? null : draft, busy: false })
    },
    [save, editing?.seen],
  )
  const handlers = useMemo<UserHandlers>(
    () => ({
      onEdit: ({ id, name, email, role }) => {
        const seen = { name, email, role }
        setEditing({ id, seen, draft: seen, busy: false })
      },
      onDraftChange: draft => setEditing(before => before && { ...before, draft }),
      onCancel: () => setEditing(before => before && { ...before, draft: null, busy: false }),
      onSave: shown => void onSave(shown),
      onActivate: user =>
        user.requestedRole === null
          ? void save(user.id, { active: true })
          : setOpen({ kind: 'activate', user }),
      onDeactivate: user => setOpen({ kind: 'deactivate', user }),
      onRemoveSecondFactor: user => setOpen({ kind: 'factor', user }),
    }),
    [onSave, save, setOpen],
  )
  return { editing, handlers }
}

function NoUsers({ onClear }: { onClear: () => void }) {
  return (
    <Card>
      <EmptyState
        icon={<SearchX />}
        title="No se encontraron usuarios."
        action={<Button onClick={onClear}>Limpiar filtros</Button>}
      >
        Prueba con otro nombre u otro correo, o mira todos.
      </EmptyState>
    </Card>
  )
}
