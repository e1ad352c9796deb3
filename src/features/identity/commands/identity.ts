/** Dependencies of identity's commands, opened once by the program. */
import type { FastifyBaseLogger } from 'fastify'
import type { Site } from '#features/identity/rules/links.ts'
import { limits as limitsOf, mailTries } from '#features/identity/rules/tries.ts'
import type { Person } from '#features/identity/rules.ts'
import type { InvitationOf } from '#features/identity/store/links.ts'
import type { Try } from '#kernel/limit.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import type { Limits } from '#server/auth/limits.ts'
import type { Passwords } from '#server/auth/passwords.ts'
import type { RefreshTokens } from '#server/auth/refresh-token.ts'
import type { Seal } from '#server/auth/seal.ts'
import type { Tokens } from '#server/auth/tokens.ts'
import { createWeaknessCheck, type WeaknessCheck } from '#server/auth/weak-passwords.ts'
import type { Db } from '#server/database/db.ts'
import type { Origin } from '#server/http/route.ts'
import type { Post } from '#server/mail/post.ts'

export type Identity = {
  readonly db: Db
  readonly tokens: Tokens
  readonly refreshTokens: RefreshTokens
  readonly passwords: Passwords
  readonly weakness: WeaknessCheck
  readonly limits: Limits
  readonly seal: Seal
  /** Queues a letter, in the transaction of the change that it announces. */
  readonly post: Post
  readonly site: Site & { readonly product: string }
  /** True when an address must be confirmed from a mail before its first sign-in. */
  readonly confirmsEmail: boolean
  /** True when this installation asks its administrators for a second factor. */
  readonly isStrict: boolean
  /** Addresses that sign in with any password: the demo's accounts; absent elsewhere. */
  readonly openTo?: ReadonlySet<string>
  readonly log: FastifyBaseLogger
  /** Accepts an invitation, for a person who follows its link to choose a first password: they become a member, if permitted. */
  readonly accept: (invitation: InvitationOf) => Promise<void>
  /** True for somebody who signs in with their company alone: neither password nor link opens a session. */
  readonly mustUseCompany: (person: Person) => Promise<boolean>
  /** Runs work that must not delay an answer: finished before the program stops, its failure logged. */
  readonly inBackground: (work: Promise<void>) => void
}

export type IdentityParts = Omit<Identity, 'inBackground' | 'weakness'>

/** Opens identity. `settle` waits for background work, before the database is closed. */
export function openIdentity(parts: IdentityParts): Identity & { settle(): Promise<void> } {
  const pending = new Set<Promise<void>>()
  return {
    ...parts,
    weakness: createWeaknessCheck(),
    inBackground: work => {
      const settled = work
        .catch(error => parts.log.error({ err: error }, 'identity: background work failed'))
        .finally(() => pending.delete(settled))
      pending.add(settled)
    },
    settle: async () => {
      await Promise.all(pending)
    },
  }
}

/** Compares a password whose tries are counted. One that a busy server does not look at is no try. */
export async function verifyCounted(
  { limits, passwords, inBackground }: Pick<Identity, 'limits' | 'passwords' | 'inBackground'>,
  tries: readonly Try[],
  { stored, typed }: { readonly stored: string | null; readonly typed: string },
): Promise<boolean> {
  try {
    return await passwords.verify(stored, typed)
  } catch (error) {
    inBackground(limits.uncount(tries))
    throw error
  }
}

/** True when one more mail may go to an address. A refused mail is not counted, so that nobody can use up another's limit. */
export async function mayMailTo({ limits }: Pick<Identity, 'limits'>, email: string): Promise<boolean> {
  const tries = mailTries(email)
  if ((await limits.take(tries)).length === 0) return true
  await limits.uncount(tries)
  return false
}

/** Permission to try one more link's code from a network address. */
export async function mayTryCode(
  { limits }: Pick<Identity, 'limits'>,
  { ip }: Origin,
): Promise<true | Refusal<'too_many_tries'>> {
  const [stopped] = await limits.take([{ limit: limitsOf.verifyFrom, subject: ip }])
  return stopped ? refuse('too_many_tries', { waitSeconds: stopped.waitSeconds }) : true
}
