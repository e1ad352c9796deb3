/** Queries and mutations of API tokens that the browser makes. */
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { chooseTokenPolicy } from '#features/tokens/wire/policy.ts'
import {
  listCompanyTokens,
  listOwnTokens,
  makeOwnToken,
  makeServiceToken,
  revokeToken,
} from '#features/tokens/wire.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import type { TokenKind } from '#kernel/token-scope.ts'
import { call } from '#ui/api.ts'
import { queryClient } from '#ui/query-client.ts'

export const ownTokensQuery = queryOptions({
  queryKey: ['tokens', 'own'],
  queryFn: ({ signal }) => call(listOwnTokens, { signal }),
})

export const companyTokensQuery = queryOptions({
  queryKey: ['tokens', 'company'],
  queryFn: ({ signal }) => call(listCompanyTokens, { signal }),
})

/** Reloads also after a failure: somebody else may have been first. */
const onSettled = () => queryClient.invalidateQueries({ queryKey: ['tokens'] })

export const makeTokenMutation = (kind: TokenKind) =>
  mutationOptions({
    mutationFn: (body: BodyOf<typeof makeOwnToken>) =>
      call(kind === 'personal' ? makeOwnToken : makeServiceToken, { body }),
    onSettled,
    // The text of the token is on the screen that made it and nowhere else.
    gcTime: 0,
  })

/** Chooses the policy; with tokens of people that it ends, their list is read again. */
export const chooseTokenPolicyMutation = mutationOptions({
  mutationFn: (body: BodyOf<typeof chooseTokenPolicy>) => call(chooseTokenPolicy, { body }),
  onSettled,
})

export const revokeTokenMutation = mutationOptions({
  mutationFn: (tokenId: string) => call(revokeToken, { params: { tokenId } }),
  onSettled,
})
