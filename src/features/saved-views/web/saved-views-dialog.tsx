import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { isSameSearch, pickSavedKeys, type Search } from '#features/saved-views/rules.ts'
import {
  changeSavedViewMutation,
  savedViewsQuery,
  saveViewMutation,
} from '#features/saved-views/web/queries.ts'
import { SavedViewNameForm } from '#features/saved-views/web/saved-view-name-form.tsx'
import { isGone, SavedViewRowsPanel } from '#features/saved-views/web/saved-view-rows-panel.tsx'
import type { SavedViewWire } from '#features/saved-views/wire.ts'
import type { AbilityWire } from '#kernel/wire.ts'
import { refusalText } from '#ui/action-link.tsx'
import { useSearchParams } from '#ui/address.ts'
import { failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Popover } from '#ui/dialogs/popover.tsx'
import { useIsPhone } from '#ui/hooks/use-media.ts'
import { Loaded } from '#ui/loaded.tsx'
import { queryClient } from '#ui/query-client.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { notify } from '#ui/toast.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Id of the view that was opened here, also after filters were changed. */
    savedView?: string
  }
}

type SavedViewsDialogProps = {
  /** Name of the list, and the parameters of its address. */
  list: string
  keys: readonly string[]
  /** Button that opens it. */
  trigger: ReactElement
  onClose: () => void
}

const title = 'Vistas guardadas'

/** Prefetch for a pointer over the button, which is about to open the dialog. */
export const readSavedViewsAhead = () => queryClient.prefetchQuery(savedViewsQuery)

/**
 * Saved views of a list, open from the first render: in a popover beside the button, on a phone in a sheet from
 * below.
 */
export function SavedViewsDialog({ list, keys, trigger }: SavedViewsDialogProps) {
  const [open, setOpen] = useState(true)
  const given = { title, trigger, open, onOpenChange: setOpen }
  const content = <SavedViews list={list} keys={keys} onDone={() => setOpen(false)} />
  if (!useIsPhone()) return <Popover {...given}>{content}</Popover>
  return (
    <Dialog {...given}>
      <div className="-m-5">{content}</div>
    </Dialog>
  )
}

type SavedViewsProps = { list: string; onDone: () => void }

function SavedViews({ list, keys, onDone }: SavedViewsProps & { keys: readonly string[] }) {
  const query = useQuery(savedViewsQuery)
  const openedId = useLocation({ select: ({ state }) => state.savedView })
  const present = pickSavedKeys(keys, useSearchParams())
  return (
    <Loaded query={query} skeleton={<Coming />}>
      {({ items, lists }) => {
        const views = items.filter(view => view.list === list)
        const may = lists.find(each => each.list === list)?.can.save ?? true
        const opened = views.find(({ id }) => id === openedId)
        return (
          <>
            <SavedViewRowsPanel views={views} present={present} onGo={onDone} />
            <Keeping list={list} views={views} present={present} opened={opened} may={may} onDone={onDone} />
          </>
        )
      }}
    </Loaded>
  )
}

function Coming() {
  return (
    <div role="status" aria-label="Cargando vistas" className="grid grid-cols-1 gap-4 p-5">
      <Skeleton className="h-5 w-2/3" />
      <Skeleton className="h-5 w-1/2" />
    </div>
  )
}

type KeepingProps = SavedViewsProps & {
  views: readonly SavedViewWire[]
  present: Search
  opened: SavedViewWire | undefined
  may: AbilityWire
}

/** Form that saves the current search parameters as a view. */
function Keeping({ list, views, present, opened, may, onDone }: KeepingProps) {
  const isPlain = Object.keys(present).length === 0
  if (views.some(({ search }) => isSameSearch(search, present))) return null
  return (
    <div className="grid grid-cols-1 gap-4 border-t p-5 text-ink-soft first:border-t-0">
      {isPlain ? (
        <p>
          {views.length === 0 &&
            'Una vista guarda con un nombre lo que buscas, los filtros y el orden de esta lista. '}
          Busca, filtra u ordena la lista y vuelve aquí para guardarlo.
        </p>
      ) : (
        <>
          {opened && <Updating view={opened} present={present} onDone={onDone} />}
          {may === true ? (
            <Saving list={list} present={present} onDone={onDone} isAnother={opened !== undefined} />
          ) : (
            <p>{may.text}</p>
          )}
        </>
      )}
    </div>
  )
}

type SavingProps = SavedViewsProps & { present: Search; isAnother: boolean }

function Saving({ list, present, isAnother, onDone }: SavingProps) {
  const { mutateAsync } = useMutation(saveViewMutation)
  const navigate = useNavigate()
  const send = async (name: string, key: string) => {
    const { id } = await mutateAsync({ body: { list, name, search: present }, key })
    void navigate({ to: '.', search: true, state: { savedView: id }, replace: true, resetScroll: false })
    notify.success(`Vista «${name}» guardada`)
    onDone()
  }
  return (
    <SavedViewNameForm
      label={isAnother ? 'O guarda lo que ves con otro nombre' : 'Guarda lo que ves con un nombre'}
      submitLabel="Guardar vista"
      isSecondary={isAnother}
      send={send}
    />
  )
}

type UpdatingProps = { view: SavedViewWire; present: Search; onDone: () => void }

function Updating({ view: { id, name, can }, present, onDone }: UpdatingProps) {
  const { mutate, isPending } = useMutation(changeSavedViewMutation)
  const update = () =>
    mutate(
      { id, search: present },
      {
        onSuccess: () => {
          notify.success(`Vista «${name}» actualizada`)
          onDone()
        },
        onError: error =>
          notify.error('No se ha podido actualizar la vista', {
            description: isGone(error) ? 'Se ha eliminado en otra ventana.' : failureMessage(error),
          }),
      },
    )
  return (
    <div className="grid grid-cols-1 justify-items-start gap-2">
      <p className="wrap-anywhere">Has cambiado «{name}» desde que la abriste.</p>
      <Button variant="primary" busy={isPending} refusal={refusalText(can.change)} onClick={update}>
        Actualizar la vista
      </Button>
    </div>
  )
}
