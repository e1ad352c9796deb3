import { redirect } from '@tanstack/react-router'
import type { SessionStore } from '#app/session.ts'
import { type Area, areasOf, homeOf } from '#kernel/actor.ts'

type Visit = { context: { session: SessionStore }; location: { href: string } }

/** Lets in whoever is signed in and may use the area; sends the others where the specification says. */
export function guard(area: Area) {
  return async ({ context, location }: Visit) => {
    const user = await context.session.user()
    if (user === null) throw redirect({ to: '/login', state: { origin: location.href } })
    if (!areasOf[user.role].includes(area)) throw redirect({ to: homeOf[user.role] })
    return { user, area }
  }
}
