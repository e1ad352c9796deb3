// A person who acts, as the rules take them: of the role that a test gives, and of no client or provider.
import type { Actor } from '#kernel/actor.ts'

export const actorWith = (own: Pick<Actor, 'role'> & Partial<Actor>): Actor => ({
  userId: 'ana',
  sessionId: 's',
  companyId: 'c',
  name: 'Ana',
  clientId: null,
  providerId: null,
  zone: 'Europe/Madrid',
  companySuspended: false,
  ...own,
})

/** A person of a cast who acts beside the calls: by their id and role in its company. */
export const actorIn = (
  { companyId }: { readonly companyId: string },
  own: Pick<Actor, 'userId' | 'role'> & Partial<Actor>,
): Actor => actorWith({ companyId, ...own })
