/** Queries and mutations of the person's own passkeys. */
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { enterWithTokens, renewTokens } from '#features/identity/web/queries.ts'
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from '#features/identity/wire/passkeys.ts'
import { call } from '#ui/api.ts'
import { makePasskey, type Stopped } from '#ui/passkeys.ts'
import { queryClient } from '#ui/query-client.ts'

export const passkeysQuery = queryOptions({
  queryKey: ['identity', 'passkeys'],
  queryFn: async ({ signal }) => (await call(listPasskeys, { signal })).passkeys,
})

const changed = () => void queryClient.invalidateQueries({ queryKey: ['identity'] })

/** Adds a passkey of this device, or of one that it reaches; null once it is added. `currentPassword`: where it is asked. */
export async function addPasskeyNamed(name: string, currentPassword?: string): Promise<Stopped | null> {
  const body = currentPassword === undefined ? {} : { currentPassword }
  const { challengeId, options } = await call(beginPasskey, { body })
  const answer = await makePasskey(options)
  if (!('made' in answer)) return answer
  const credential = answer.made
  await enterWithTokens(await call(addPasskey, { body: { challengeId, name, credential } }))
  // Queries refused for lack of a second factor may succeed now.
  void queryClient.invalidateQueries()
  return null
}

export const renamePasskeyMutation = mutationOptions({
  mutationFn: ({ id, name }: { id: string; name: string }) =>
    call(renamePasskey, { params: { passkeyId: id }, body: { name } }),
  onSuccess: changed,
})

export const removePasskeyMutation = mutationOptions({
  mutationFn: async (id: string) => {
    await call(removePasskey, { params: { passkeyId: id } })
    // The session's assurance may have dropped: the next token carries it.
    await renewTokens()
  },
  onSuccess: changed,
})
