import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import type { SavedList } from '#features/saved-views/rules.ts'
import { Button } from '#ui/button.tsx'
import { OnDemand } from '#ui/on-demand.tsx'

const load = async () => (await import('#features/saved-views/web/saved-views-dialog.tsx')).SavedViewsDialog
const warmUp = () =>
  void import('#features/saved-views/web/queries.ts').then(
    ({ readSavedViewsAhead }) => Promise.all([load(), readSavedViewsAhead()]).catch(() => {}),
    () => {},
  )

/** In the bar of a list: the views that the person keeps of it. What it opens is fetched when it is about to be. */
export function SavedViewsButton({ list }: { list: SavedList }) {
  const [isWanted, setWanted] = useState(false)
  const button = <Button icon={<Bookmark aria-hidden="true" />}>Vistas</Button>
  if (isWanted)
    return (
      <OnDemand
        load={load}
        given={{ list, trigger: button, onClose: () => setWanted(false) }}
        meanwhile={button}
      />
    )
  return (
    <Button
      {...button.props}
      aria-haspopup="dialog"
      aria-expanded={false}
      onClick={() => setWanted(true)}
      onPointerEnter={warmUp}
      onFocus={warmUp}
    />
  )
}
