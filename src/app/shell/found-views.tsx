import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Bookmark } from 'lucide-react'
import { savedListNamed } from '#app/saved-lists.ts'
import { savedViewsQuery } from '#features/saved-views/web/queries.ts'
import type { Area } from '#kernel/actor.ts'
import type { Command } from '#ui/dialogs/command-palette.tsx'
import { matches } from '#ui/lists/fold.ts'

/** Palette entries of the person's saved views, of the lists that this area has. */
export function useFoundViews(area: Area, q: string, isOn: boolean): Command[] {
  const navigate = useNavigate()
  const { data } = useQuery({ ...savedViewsQuery, enabled: isOn })
  return (data?.items ?? [])
    .flatMap(({ id, list: listName, name, search }): Command[] => {
      const list = savedListNamed(listName)
      if (!list?.areas.includes(area)) return []
      const to = `/${area}/${list.path}`
      return [
        {
          id,
          label: `Vista: ${name}`,
          detail: list.title,
          icon: <Bookmark />,
          run: () => void navigate({ to, search, state: { savedView: id } }),
        },
      ]
    })
    .filter(({ label, detail }) => matches(`${label} ${detail}`, q))
}
