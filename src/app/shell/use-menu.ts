import { useImpersonation } from '#app/impersonation.ts'
import { useSession } from '#app/session.ts'
import { type MenuEntry, menuEntries } from '#app/shell/menu-entries.ts'
import type { Area } from '#kernel/actor.ts'

/** Menu of an area for the signed-in person, or for the one they impersonate. */
export function useMenu(area: Area): readonly MenuEntry[] {
  const state = useSession()
  const impersonation = useImpersonation()
  const role = impersonation?.user.role ?? (state.kind === 'in' ? state.user.role : null)
  return role === null ? [] : menuEntries(area, role)
}
