import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import type { SavedList } from '#features/saved-views/rules.ts'
import { Button } from '#ui/button.tsx'
import { OnDemand } from '#ui/on-demand.tsx'

const bring = () => import('#features/saved-views/web/saved-views-dialog.tsx')
const load = async () => (await bring()).SavedViewsDialog
const warmUp = () =>
  void bring().then(
    brought => brought.readSavedViewsAhead(),
    () => {},
  )

/** Button with the saved views of a list. Its dialog is loaded shortly before it is opened. */
export function SavedViewsButton({ list }: { list: SavedList }) {
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
  const given = { list, trigger: button, onClose: () => setWanted(false) }
  return <OnDemand load={load} props={given} meanwhile={button} />
}
