import { type MenuEntry, menuEntries } from '#app/shell/menu-entries.ts'
import { useDesk, useRole } from '#app/shell/use-desk.ts'
import type { Area } from '#kernel/actor.ts'

/** Menu of an area for the signed-in person, or for the one they impersonate. */
export function useMenu(area: Area): readonly MenuEntry[] {
  const role = useRole()
  const desk = useDesk()
  return role === null ? [] : menuEntries(area, role, desk?.executes ?? false)
}
