import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { type AnyList, addressNames } from '#kernel/list.ts'
import { Button } from '#ui/button.tsx'
import { OnDemand } from '#ui/on-demand.tsx'

const importDialog = () => import('#features/saved-views/web/saved-views-dialog.tsx')
const load = async () => (await importDialog()).SavedViewsDialog
/** Loads the dialog and its views ahead; when that fails, opening it tells. */
const warmUp = () =>
  void importDialog().then(
    dialog => dialog.readSavedViewsAhead(),
    () => {},
  )

type SavedViewsButtonProps<List extends AnyList> = {
  list: List
  /** Name under which the views of this screen are saved. */
  name: List['savedAs'][number]
}

/** Button with the saved views of a list. Its dialog is loaded shortly before it is opened. */
export function SavedViewsButton<List extends AnyList>({ list, name }: SavedViewsButtonProps<List>) {
  const [isWanted, setWanted] = useState(false)
  const button = (
    <Button
      icon={<Bookmark aria-hidden="true" />}
      aria-haspopup="dialog"
      {...(!isWanted && { onClick: () => setWanted(true), onPointerEnter: warmUp, onFocus: warmUp })}
    >
      Vistas
    </Button>
  )
  if (!isWanted) return button
  const given = { list: name, keys: addressNames(list), trigger: button, onClose: () => setWanted(false) }
  return <OnDemand load={load} props={given} meanwhile={button} />
}
