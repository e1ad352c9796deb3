/** Queries and mutations of step-up: the company's threshold, and the confirmation of the person who is here. */
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import {
  beginIdentityConfirmation,
  confirmIdentityWithCode,
  confirmIdentityWithPasskey,
  confirmIdentityWithPassword,
} from '#features/identity/wire/confirmation.ts'
import { chooseStepUp, getStepUp } from '#features/step-up/wire.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { call } from '#ui/api.ts'
import { type Stopped, signWithDevice } from '#ui/passkeys.ts'
import { queryClient } from '#ui/query-client.ts'

export const stepUpQuery = queryOptions({
  queryKey: ['company', 'step-up'],
  queryFn: ({ signal }) => call(getStepUp, { signal }),
})

/** Chooses the threshold. After an error it is read again: another administrator may have changed it first. */
export const chooseStepUpMutation = mutationOptions({
  mutationFn: (body: BodyOf<typeof chooseStepUp>) => call(chooseStepUp, { body }),
  onSuccess: chosen => queryClient.setQueryData(stepUpQuery.queryKey, chosen),
  onError: () => queryClient.invalidateQueries({ queryKey: stepUpQuery.queryKey }),
})

/** Confirms with what is typed. @throws ApiProblem, NetworkProblem */
export const confirmTyped = (way: 'code' | 'password', typed: string) =>
  way === 'code'
    ? call(confirmIdentityWithCode, { body: { code: typed } })
    : call(confirmIdentityWithPassword, { body: { password: typed } })

/** Confirms with a passkey; the reason when the device did not sign. @throws ApiProblem, NetworkProblem */
export async function confirmWithDevice(): Promise<Stopped | null> {
  const { challengeId, options } = await call(beginIdentityConfirmation, {})
  const answer = await signWithDevice(options)
  if (!('signed' in answer)) return answer
  await call(confirmIdentityWithPasskey, { body: { challengeId, credential: answer.signed } })
  return null
}
