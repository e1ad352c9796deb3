/**
 * Permissions of the signed-in person, cached for half a minute, and whether they owe a second factor; apart from the
 * guards, so that it loads on demand.
 */
import { owedFactor } from '#app/owed-factor.ts'
import type { HeldPermissions } from '#app/permissions.ts'
// Sets the source of the calls' token, and forgets what was read when the session ends.
import '#app/shell/impersonating.ts'
import { getSecondFactor } from '#features/identity/wire/factors.ts'
import { ownPermissionsQuery } from '#features/projects/web/queries.ts'
import { call } from '#ui/api.ts'
import { queryClient } from '#ui/query-client.ts'

/** Null when the server does not answer. */
export async function fetchOwnPermissions(userId: string): Promise<HeldPermissions | null> {
  try {
    return await queryClient.fetchQuery({ ...ownPermissionsQuery(userId), retry: false })
  } catch {
    return null
  }
}

/** Key in the tab's storage, of the person of whom it is known whether they owe a second factor. */
const knownFactor = 'known-factor'

/** Finds out whether they owe it, once in a tab; nothing where the server does not answer: a refused call then says it. */
export async function learnFactorOwed(userId: string): Promise<void> {
  if (sessionStorage.getItem(knownFactor) === userId) return
  const state = await call(getSecondFactor, {}).catch(() => null)
  if (state === null) return
  sessionStorage.setItem(knownFactor, userId)
  if (state.asked !== null) sessionStorage.setItem(owedFactor, userId)
}
