import { useRouteContext } from '@tanstack/react-router'
import type { SessionUser } from '#app/session.ts'
import type { Area } from '#kernel/actor.ts'

/** Who is looking, in which area, and what the addresses of that area begin with. */
export function useArea(): { user: SessionUser; area: Area; base: string } {
  const { user, area } = useRouteContext({ strict: false })
  if (user === undefined || area === undefined) throw new Error('a screen outside of every area')
  return { user, area, base: `/${area}` }
}
