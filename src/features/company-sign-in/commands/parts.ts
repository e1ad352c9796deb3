/** Parts that the commands of company sign-in share. */
import { createHmac, randomBytes } from 'node:crypto'
import type { SignInSettings } from '#features/company-sign-in/store.ts'
import type { Identity } from '#features/identity/commands/identity.ts'
import type { Proofs, ProviderClient, Providers } from '#server/auth/oidc.ts'
import type { Seal } from '#server/auth/seal.ts'
import type { Db } from '#server/database/db.ts'
import type { Reach } from '#server/http/reach.ts'

export type SignInParts = {
  readonly db: Db
  readonly identity: Identity
  readonly seal: Seal
  readonly providers: Providers
  readonly reach: Reach
  /** Texts (TXT) that stand under a name in the DNS; none where there is no such name. */
  readonly findTexts: (name: string) => Promise<readonly string[]>
}

/**
 * Address to which the provider of a company sends people back. Each company has its own, so that no provider is given
 * what another one's page has brought.
 */
export const redirectUri = ({ origin }: { readonly origin: string }, companyId: string): string =>
  `${origin}/login/empresa/${companyId}`

/** The client of a company's provider; null when the stored secret cannot be read any more. */
export function clientFrom(
  { seal, identity }: Pick<SignInParts, 'seal' | 'identity'>,
  companyId: string,
  { issuer, clientId, sealedSecret }: SignInSettings,
): ProviderClient | null {
  const clientSecret = seal.unseal(sealedSecret)
  return clientSecret === null
    ? null
    : { issuer, clientId, clientSecret, redirectUri: redirectUri(identity.site, companyId) }
}

export const newState = (): string => randomBytes(32).toString('base64url')

/** Nonce and verifier follow from the browser's secret, which stands in no table: only it can end what it has begun. */
export function proofsFrom(state: string, secret: string): Proofs {
  const derived = (what: string) => createHmac('sha256', secret).update(what).digest('base64url')
  return { state, nonce: derived('nonce'), verifier: derived('verifier') }
}
