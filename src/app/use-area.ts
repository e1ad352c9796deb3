import { useRouteContext } from '@tanstack/react-router'
import type { SessionUser } from '#app/session.ts'
import type { Area } from '#kernel/actor.ts'

/** Current area with its address prefix (`areaPath`), and the person in it. */
export function useArea(): { user: SessionUser; area: Area; areaPath: string } {
  const { user, area } = useRouteContext({ strict: false })
  if (user === undefined || area === undefined) throw new Error('a screen outside of every area')
  return { user, area, areaPath: `/${area}` }
}
