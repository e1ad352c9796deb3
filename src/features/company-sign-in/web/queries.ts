/** Queries and mutations of company sign-in that the browser makes. */
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { beginSignInTest, finishSignInTest } from '#features/company-sign-in/wire/entering.ts'
import {
  addSignInDomain,
  type CompanySignInWire,
  checkSignInDomain,
  chooseSignInMode,
  getCompanySignIn,
  removeSignInDomain,
  saveCompanySignIn,
  unlinkFromProvider,
} from '#features/company-sign-in/wire.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { newId } from '#kernel/ids.ts'
import { call } from '#ui/api.ts'
import { type Answer, providerWay } from '#ui/provider-way.ts'
import { queryClient } from '#ui/query-client.ts'

export const signInQuery = queryOptions({
  queryKey: ['company', 'sign-in'],
  queryFn: ({ signal }) => call(getCompanySignIn, { signal }),
})

/** A change answers what is so now; after a refusal it is read again, because somebody else may have changed it. */
const settled = {
  onSuccess: (now: CompanySignInWire) => queryClient.setQueryData(signInQuery.queryKey, now),
  onError: () => queryClient.invalidateQueries({ queryKey: signInQuery.queryKey }),
}

export const saveProviderMutation = mutationOptions({
  mutationFn: ({ body, key }: { body: BodyOf<typeof saveCompanySignIn>; key: string }) =>
    call(saveCompanySignIn, { body, idempotencyKey: key }),
  ...settled,
})

export const chooseModeMutation = mutationOptions({
  mutationFn: (body: BodyOf<typeof chooseSignInMode>) => call(chooseSignInMode, { body }),
  ...settled,
})

export const addDomainMutation = mutationOptions({
  mutationFn: ({ body, key }: { body: BodyOf<typeof addSignInDomain>; key: string }) =>
    call(addSignInDomain, { body, idempotencyKey: key }),
  ...settled,
})

export const checkDomainMutation = mutationOptions({
  mutationFn: (domain: string) => call(checkSignInDomain, { params: { domain }, idempotencyKey: newId() }),
  ...settled,
})

export const removeDomainMutation = mutationOptions({
  mutationFn: (domain: string) => call(removeSignInDomain, { params: { domain } }),
  ...settled,
})

export const unlinkMutation = mutationOptions({
  mutationFn: ({ body, key }: { body: BodyOf<typeof unlinkFromProvider>; key: string }) =>
    call(unlinkFromProvider, { body, idempotencyKey: key }),
  ...settled,
})

/** Leads to the provider, which sends back here. */
export const beginTestMutation = mutationOptions({
  mutationFn: async () => {
    const secret = providerWay.newSecret()
    const { url } = await call(beginSignInTest, { body: { secret }, idempotencyKey: newId() })
    providerWay.begin({ secret, isTrial: true })
    location.assign(url)
  },
})

export const finishTestMutation = mutationOptions({
  mutationFn: (body: Answer) => call(finishSignInTest, { body, idempotencyKey: newId() }),
  onSettled: () => queryClient.invalidateQueries({ queryKey: signInQuery.queryKey }),
})
