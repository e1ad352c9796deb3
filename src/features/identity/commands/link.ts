import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { lifetimeMs, type Purpose } from '#features/identity/rules/links.ts'
import { insertLink, type StoredLink } from '#features/identity/store/links.ts'
import type { Statements } from '#features/identity/store/statements.ts'

export type LinkFor = {
  readonly userId: string
  readonly purpose: Purpose
  readonly codeChallenge?: string | null
  readonly email?: string | null
}

/** A new code of 256 bits: only its digest is kept. */
export async function makeLink(on: Statements, link: LinkFor, now: Date): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  const { userId, purpose, codeChallenge = null, email = null } = link
  const expiresAt = new Date(now.getTime() + lifetimeMs[purpose]).toISOString()
  await insertLink(on, { digest: digestOf(code), userId, purpose, codeChallenge, email, expiresAt }, now)
  return code
}

export const digestOf = (code: string): Buffer => createHash('sha256').update(code).digest()

/** PKCE, S256: whether the browser that presents the code is the one that asked for it. */
export function answersChallenge({ codeChallenge }: StoredLink, verifier: string): boolean {
  const given = createHash('sha256').update(verifier).digest()
  const asked = Buffer.from(codeChallenge ?? '', 'base64url')
  return asked.length === given.length && timingSafeEqual(asked, given)
}

/** A page of ours with parameters. */
export function pageWith(address: string | URL, parameters: { readonly [name: string]: string }): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}
