import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, Pencil, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { isSameSearch, type Search } from '#features/saved-views/rules.ts'
import {
  changeSavedViewMutation,
  deleteSavedViewMutation,
  saveViewMutation,
} from '#features/saved-views/web/queries.ts'
import { SavedViewNameForm } from '#features/saved-views/web/saved-view-name-form.tsx'
import type { SavedViewWire } from '#features/saved-views/wire.ts'
import { fold } from '#kernel/text.ts'
import { refusalText } from '#ui/action-link.tsx'
import { ApiProblem, failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { notify } from '#ui/toast.ts'

type SavedViewRowsPanelProps = {
  views: readonly SavedViewWire[]
  /** Current search parameters of the address. */
  present: Search
  onGo: () => void
}

/** Saved views as links to their list. One that was just deleted stays in its place and can be restored. */
export function SavedViewRowsPanel({ views, present, onGo }: SavedViewRowsPanelProps) {
  const [removed, setRemoved] = useState<readonly SavedViewWire[]>([])
  const [renaming, setRenaming] = useState<string | null>(null)
  const [focused, setFocused] = useState<string | null>(null)
  // A restored view has another id: a deleted one is shown no longer once there is a view of its name.
  const gone = removed.filter(({ name }) => !views.some(view => fold(view.name) === fold(name)))
  const rows = [...views, ...gone].toSorted((one, other) => byName.compare(fold(one.name), fold(other.name)))
  const stopRenaming = (id: string) => {
    setRenaming(null)
    setFocused(id)
  }
  const forget = (view: SavedViewWire) => setRemoved(before => before.filter(({ id }) => id !== view.id))
  const comeBack = (from: SavedViewWire, to: SavedViewWire) => {
    forget(from)
    setFocused(to.id)
  }
  if (rows.length === 0) return null
  return (
    <ul aria-label="Vistas guardadas" className="grid grid-cols-1 px-3 py-2">
      {rows.map(view => (
        <li key={view.id}>
          {gone.includes(view) ? (
            <RemovedRow view={view} onBack={back => comeBack(view, back)} />
          ) : renaming === view.id ? (
            <RenamingRow view={view} onDone={() => stopRenaming(view.id)} />
          ) : (
            <Row
              view={view}
              isPresent={isSameSearch(view.search, present)}
              takesFocus={focused === view.id}
              onGo={onGo}
              onRename={() => setRenaming(view.id)}
              onRemoving={() => setRemoved(before => [...before, view])}
              onKept={() => forget(view)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

const byName = new Intl.Collator('es', { numeric: true })

type RowProps = {
  view: SavedViewWire
  isPresent: boolean
  takesFocus: boolean
  onGo: () => void
  onRename: () => void
  onRemoving: () => void
  onKept: () => void
}

function Row({ view, isPresent, takesFocus, onGo, onRename, onRemoving, onKept }: RowProps) {
  const { id, name, search, can } = view
  const { mutateAsync, isPending } = useMutation(deleteSavedViewMutation)
  const place = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (takesFocus) place.current?.focus()
  }, [takesFocus])
  const remove = () => {
    onRemoving()
    mutateAsync(id).catch(error => {
      if (isGone(error)) return
      onKept()
      notify.error('No se ha podido eliminar la vista', { description: failureMessage(error) })
    })
  }
  return (
    <div className="flex items-center gap-1">
      <Link
        ref={place}
        to="."
        search={search}
        state={{ savedView: id }}
        activeOptions={{ exact: true, includeSearch: true }}
        aria-current={isPresent ? 'page' : undefined}
        onClick={onGo}
        className="flex min-h-9 min-w-0 flex-1 items-center gap-2 rounded-md px-2 py-1.5 hover:bg-hover aria-[current=page]:font-medium touch:min-h-11"
      >
        <Check
          aria-hidden="true"
          className={classes('size-4 shrink-0 text-accent', !isPresent && 'invisible')}
        />
        <span className="wrap-anywhere min-w-0">{name}</span>
      </Link>
      <Button
        variant="quiet"
        size="icon"
        aria-label={`Cambiar el nombre de ${name}`}
        title="Cambiar el nombre"
        icon={<Pencil aria-hidden="true" />}
        refusal={refusalText(can.change)}
        onClick={onRename}
      />
      <Button
        variant="quiet"
        size="icon"
        aria-label={`Eliminar ${name}`}
        title="Eliminar"
        icon={<Trash2 aria-hidden="true" />}
        busy={isPending}
        refusal={refusalText(can.change)}
        onClick={remove}
      />
    </div>
  )
}

function RenamingRow({ view: { id, name }, onDone }: { view: SavedViewWire; onDone: () => void }) {
  const { mutateAsync } = useMutation(changeSavedViewMutation)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.querySelector('input')?.select(), [])
  const send = async (next: string) => {
    await mutateAsync({ id, name: next }).catch(error => {
      if (!isGone(error)) throw error
      notify.error(`«${name}» ya no existe`, { description: 'Se ha eliminado en otra ventana.' })
    })
    onDone()
  }
  return (
    <div ref={place} className="px-2 py-3">
      <SavedViewNameForm
        label={`Nombre nuevo de «${name}»`}
        name={name}
        submitLabel="Cambiar el nombre"
        send={send}
        onCancel={onDone}
      />
    </div>
  )
}

type RemovedRowProps = { view: SavedViewWire; onBack: (back: SavedViewWire) => void }

function RemovedRow({ view: { list, name, search }, onBack }: RemovedRowProps) {
  const { mutateAsync, isPending } = useMutation(saveViewMutation)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.querySelector('button')?.focus(), [])
  const undo = () =>
    mutateAsync({ body: { list, name, search } }).then(onBack, error =>
      notify.error(`No se ha podido recuperar «${name}»`, { description: failureMessage(error) }),
    )
  return (
    <div ref={place} className="flex items-center justify-between gap-2 px-2">
      <p role="status" className="wrap-anywhere min-w-0 text-ink-soft">
        «{name}» eliminada
      </p>
      <Button variant="quiet" busy={isPending} onClick={() => void undo()}>
        Deshacer
      </Button>
    </div>
  )
}

/** True when the view no longer exists: this person deleted it in another window. */
export const isGone = (error: unknown): boolean => error instanceof ApiProblem && error.problem.status === 404
