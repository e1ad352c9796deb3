import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Bookmark } from 'lucide-react'
import { placeOfList } from '#features/saved-views/rules.ts'
import { savedListLabel } from '#features/saved-views/text.ts'
import { savedViewsQuery } from '#features/saved-views/web/queries.ts'
import type { Area } from '#kernel/actor.ts'
import type { Command } from '#ui/dialogs/command-palette.tsx'
import { matches } from '#ui/lists/fold.ts'

/** Palette entries of the person's saved views, of the lists that this area has. */
export function useFoundViews(area: Area, q: string, isOn: boolean): Command[] {
  const navigate = useNavigate()
  const { data } = useQuery({ ...savedViewsQuery, enabled: isOn })
  return (data?.items ?? [])
    .filter(({ list }) => placeOfList[list].areas.includes(area))
    .map(({ id, list, name, search }) => ({
      id,
      label: `Vista: ${name}`,
      detail: savedListLabel[list],
      icon: <Bookmark />,
      run: () =>
        void navigate({ to: `/${area}/${placeOfList[list].path}`, search, state: { savedView: id } }),
    }))
    .filter(({ label, detail }) => matches(`${label} ${detail}`, q))
}
