/** The time zone in which a person reads instants. */
import type { Identity } from '#features/identity/commands/identity.ts'
import { traced } from '#features/identity/commands/trace.ts'
import { identityFact } from '#features/identity/facts.ts'
import { saveTimeZone } from '#features/identity/store/time-zones.ts'
import type { Self } from '#server/database/person.ts'

/** Saves the person's own time zone; null for their company's. Choosing the one that they have records nothing. */
export async function chooseOwnTimeZone(
  identity: Identity,
  { userId, companyId }: Self,
  timeZone: string | null,
): Promise<{ timeZone: string | null }> {
  const fact = identityFact('account.time_zone_changed', userId, { after: { timeZone } })
  await traced(identity, { userId, companyId, actorId: userId, facts: [fact] }, (on, now) =>
    saveTimeZone(on, userId, timeZone, now),
  )
  return { timeZone }
}
