import { queryOptions, useQuery } from '@tanstack/react-query'
import { useImpersonation } from '#app/impersonation.ts'
import { owesFactor } from '#app/owed-factor.ts'
import { useSession } from '#app/session.ts'
import { type MenuEntry, menuEntries } from '#app/shell/menu-entries.ts'
import { dutyLabel } from '#features/executions/rules/desk.ts'
import { type DeskWire, getDesk } from '#features/executions/wire/desk.ts'
import { type Area, onlyReads, type Role, roleLabel, roleTakesPart } from '#kernel/actor.ts'
import { call } from '#ui/api.ts'

/** Own desk, for the menu of every screen; keyed under 'executions', so that a change to an order refetches it. */
const deskQuery = queryOptions({
  queryKey: ['executions', 'desk'],
  queryFn: ({ signal }) => call(getDesk, { signal }),
})

/** Role of the signed-in person, or of the one they impersonate; null for nobody. */
function useRole(): Role | null {
  const state = useSession()
  const impersonation = useImpersonation()
  return impersonation?.user.role ?? (state.kind === 'in' ? state.user.role : null)
}

/** Query of the own desk, for a role that has one, in a session that may ask. */
function useDeskQuery(role: Role | null) {
  const state = useSession()
  return useQuery({
    ...deskQuery,
    enabled: roleTakesPart(role) && !(state.kind === 'in' && owesFactor(state.user)),
  })
}

/** Desk of the person; undefined until it is known, and for roles that decide and execute nothing. */
export function useDesk(): DeskWire | undefined {
  return useDeskQuery(useRole()).data
}

/** Job of the person, as the header and the profile say it: blank for the moment until it is known. */
export function useDutyLabel(role: Role | null): string {
  const { data, isLoading } = useDeskQuery(role)
  if (role === null) return ''
  if (data) return dutyLabel(role, data)
  return isLoading && (role === 'approver' || role === 'client_user') ? '\u00a0' : roleLabel[role]
}

const nothing = { executes: false, receives: false }

/** True where the signed-in person, or the one they impersonate, may begin a new order. */
export function useMayOrder(area: Area): boolean {
  const role = useRole()
  return (area === 'client' || area === 'empresa') && role !== null && !onlyReads(role)
}

/** Menu of an area for the signed-in person, or for the one they impersonate. */
export function useMenu(area: Area): readonly MenuEntry[] {
  const role = useRole()
  const desk = useDesk()
  return role === null ? [] : menuEntries(area, role, desk ?? nothing)
}
