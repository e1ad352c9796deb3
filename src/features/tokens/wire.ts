/** Wire of API tokens. The text of a token is answered once, when it is made. */
import { z } from 'zod'
import { longestLifeDays, longestTokenName, tokenStates } from '#features/tokens/rules.ts'
import { TokenPolicyWire } from '#features/tokens/wire/policy.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { tokenKinds, tokenScopes } from '#kernel/token-scope.ts'
import { AbilityWire, InstantWire, lineWire, UuidWire } from '#kernel/wire.ts'

export const ScopeWire = z.enum(tokenScopes, { error: 'No hay un permiso así' })

export const TokenWire = z.object({
  id: z.string(),
  kind: z.enum(tokenKinds),
  name: z.string(),
  /** Whoever it acts as: a person, or a service. */
  ownerName: z.string(),
  madeByName: z.string(),
  /** Purposes of the token; of a newer release, also such as this one does not know. */
  scopes: z.array(z.string()),
  /** Its last characters. */
  hint: z.string(),
  createdAt: InstantWire,
  expiresAt: InstantWire,
  lastUsedAt: InstantWire.nullable(),
  state: z.enum(tokenStates),
  can: z.object({ revoke: AbilityWire }),
})
export type TokenWire = z.infer<typeof TokenWire>

export const NewTokenWire = z.object({
  name: lineWire(longestTokenName, 'Escribe un nombre'),
  /** Permissions that the token has. */
  scopes: z
    .array(ScopeWire)
    .min(1, 'Elige al menos un permiso')
    .max(tokenScopes.length)
    .transform(scopes => [...new Set(scopes)]),
  days: z
    .int({ error: 'Elige cuántos días sirve' })
    .min(1, 'Al menos un día')
    .max(longestLifeDays, 'Como mucho un año'),
  /**
   * A UUID of the maker's, the same when the call is repeated because its answer was lost: the token that it made, whose
   * text nobody has seen, is revoked and another takes its place. One that was used stays, and the call is refused.
   */
  attempt: UuidWire.nullish(),
})
export type NewToken = z.output<typeof NewTokenWire>

export const MadeTokenWire = z.object({
  /** The token itself, which is kept nowhere: no other answer has it. */
  text: z.string(),
  token: TokenWire,
})

const refusalsOfMaking = [
  'untrusted_account',
  'token_limit',
  'token_name_taken',
  'token_too_long',
  'token_made',
] as const

/** The policy; a server of the release before does not say it: there everything is allowed. */
const PolicyInForceWire = TokenPolicyWire.default({ personal: true, longestDays: longestLifeDays })

export const listOwnTokens = endpoint({
  id: 'listOwnTokens',
  forReaders: true,
  method: 'GET',
  path: '/api/account/tokens',
  summary:
    'API tokens of this person in this company, the latest first: living ones, and those that ended lately.',
  response: z.object({
    items: z.array(TokenWire),
    policy: PolicyInForceWire,
    can: z.object({ make: AbilityWire }),
  }),
})

export const makeOwnToken = endpoint({
  id: 'makeOwnToken',
  method: 'POST',
  path: '/api/account/tokens',
  summary: 'Makes an API token that acts as this person, within the scopes. Its text is answered this once.',
  body: NewTokenWire,
  response: MadeTokenWire,
  refusals: [...refusalsOfMaking, 'scope_of_services', 'personal_tokens_off'],
})

export const revokeToken = endpoint({
  id: 'revokeToken',
  forReaders: true,
  method: 'DELETE',
  path: '/api/tokens/:tokenId',
  summary: 'Ends an API token, from the next call on: one’s own, or as an administrator any of the company.',
  params: z.object({ tokenId: UuidWire }),
  response: z.object({ id: z.string() }),
  refusals: ['not_found'],
})

export const listCompanyTokens = endpoint({
  id: 'listCompanyTokens',
  method: 'GET',
  path: '/api/company/tokens',
  summary:
    'API tokens of the company’s services and of its people, for its administrators; the latest first.',
  response: z.object({
    services: z.array(TokenWire),
    personal: z.array(TokenWire),
    policy: PolicyInForceWire,
    /** `choosePolicy`: null on a server of the release before, which has no policy. */
    can: z.object({ make: AbilityWire, choosePolicy: AbilityWire.nullable().default(null) }),
  }),
})

export const makeServiceToken = endpoint({
  id: 'makeServiceToken',
  method: 'POST',
  path: '/api/company/tokens',
  summary:
    'Makes an API token of a service, which has this name in the journal: a new service, or the one that has it already. Its text is answered this once.',
  body: NewTokenWire,
  response: MadeTokenWire,
  refusals: [...refusalsOfMaking, 'scope_of_people'],
})
