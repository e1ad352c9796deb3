/** Types of the provider of identities, which comes without: as much of it as the tests use. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Claims = Readonly<Record<string, unknown>>
  type Context = {
    readonly oidc: {
      readonly client: { readonly clientId: string }
      readonly session: { readonly accountId: string }
      readonly provider: Provider
    }
  }
  type Configuration = {
    readonly clients: readonly object[]
    readonly jwks: { readonly keys: readonly object[] }
    readonly cookies: { readonly keys: readonly string[] }
    readonly claims: Readonly<Record<string, readonly string[]>>
    readonly conformIdTokenClaims: boolean
    readonly features: Readonly<Record<string, { readonly enabled: boolean }>>
    readonly interactions: {
      readonly url: (context: unknown, interaction: { readonly uid: string }) => string
    }
    readonly findAccount: (
      context: unknown,
      id: string,
    ) => Promise<{
      readonly accountId: string
      readonly claims: () => Promise<Claims>
    }>
    readonly loadExistingGrant: (context: Context) => Promise<unknown>
    readonly ttl: Readonly<Record<string, number>>
    readonly renderError?: (context: { body: string }, out: object) => Promise<void>
  }
  type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> }

  export class Provider {
    constructor(issuer: string, configuration: Configuration)
    readonly Grant: new (of: {
      readonly clientId: string
      readonly accountId: string
    }) => Grant
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }
}
