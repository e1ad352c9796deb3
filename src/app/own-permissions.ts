/** What the signed-in person holds, kept for half a minute; apart from the guards, so that it loads when asked for. */
import type { Held } from '#app/permissions.ts'
import { session } from '#app/session.ts'
// Says whose token the calls carry.
import '#app/shell/impersonating.ts'
import { ownPermissionsQuery } from '#features/projects/web/queries.ts'
import { queryClient } from '#ui/query-client.ts'

session.onSessionEnded(() => queryClient.removeQueries({ queryKey: ['permissions'] }))

/** Null when the server does not answer. */
export async function ownPermissionsOf(userId: string): Promise<Held | null> {
  try {
    return await queryClient.fetchQuery({ ...ownPermissionsQuery(userId), retry: false })
  } catch {
    return null
  }
}
