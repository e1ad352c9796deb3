/**
 * Scopes of API tokens: what a token is for, in the words of permissions. A token does what its scopes say and what
 * whoever it acts as may do, whichever is less. Which call asks for which scope: `app/token-scopes.ts`.
 */
export const tokenScopes = [
  'company:read',
  'company:write',
  'people:read',
  'people:write',
  'people:provision',
  'permissions:write',
  'clients:read',
  'clients:write',
  'providers:read',
  'providers:write',
  'contracts:read',
  'contracts:write',
  'projects:read',
  'projects:write',
  'orders:read',
  'orders:write',
  'orders:decide',
  'files:read',
  'files:write',
  'invoices:read',
  'invoices:write',
  'payments:read',
  'payments:confirm',
  'bank:read',
  'bank:write',
  'closings:read',
  'closings:write',
  'reports:read',
  'journal:read',
  'flows:read',
  'flows:write',
  'delegations:read',
  'delegations:write',
  'notices:read',
  'notices:write',
  'views:read',
  'views:write',
  'imports:read',
  'imports:write',
] as const
export type TokenScope = (typeof tokenScopes)[number]

/** Scopes that a person holds and a service never does: what decides, pays, or gives power to somebody. */
export const personalScopes = [
  'company:write',
  'people:write',
  'permissions:write',
  'orders:decide',
  'payments:confirm',
  // A file of the bank may settle payments by itself.
  'bank:write',
  'flows:write',
  'delegations:write',
  'closings:write',
] as const satisfies readonly TokenScope[]

const ofPeopleAlone: ReadonlySet<TokenScope> = new Set(personalScopes)

/** Scopes that a service holds and a person never does: they are of the company's directory. */
const ofServicesAlone: ReadonlySet<TokenScope> = new Set<TokenScope>(['people:provision'])

/** Scopes that the token of a service may have. */
export const serviceScopes: readonly TokenScope[] = tokenScopes.filter(scope => !ofPeopleAlone.has(scope))

/** Scopes that the token of a person may have. */
export const scopesOfPeople: readonly TokenScope[] = tokenScopes.filter(scope => !ofServicesAlone.has(scope))

/** Kinds of token: one acts as the person who made it, the other as a service of the company. */
export const tokenKinds = ['personal', 'service'] as const
export type TokenKind = (typeof tokenKinds)[number]

const known: ReadonlySet<string> = new Set(tokenScopes)
export const isTokenScope = (text: string): text is TokenScope => known.has(text)
