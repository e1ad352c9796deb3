/**
 * Permissions of the signed-in person, cached for half a minute; apart from the guards, so that it loads on
 * demand.
 */
import type { HeldPermissions } from '#app/permissions.ts'
// Sets the source of the calls' token, and forgets what was read when the session ends.
import '#app/shell/impersonating.ts'
import { ownPermissionsQuery } from '#features/projects/web/queries.ts'
import { queryClient } from '#ui/query-client.ts'

/** Null when the server does not answer. */
export async function fetchOwnPermissions(userId: string): Promise<HeldPermissions | null> {
  try {
    return await queryClient.fetchQuery({ ...ownPermissionsQuery(userId), retry: false })
  } catch {
    return null
  }
}
