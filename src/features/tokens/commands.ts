/** API tokens: made and revoked. */
import { lockAccount } from '#features/identity/store/accounts.ts'
import { tokenFact } from '#features/tokens/facts.ts'
import { mayHaveKind, mayLast } from '#features/tokens/rules/policy.ts'
import {
  mayAdd,
  mayHaveScopes,
  mayMake,
  mayMakeAgain,
  mayRevoke,
  type TokenRefusal,
} from '#features/tokens/rules.ts'
import { lockTokenPolicy } from '#features/tokens/store/policy.ts'
import {
  findService,
  insertService,
  insertToken,
  livingTokens,
  lockAttempt,
  lockOwnTokens,
  lockToken,
  readMaker,
  saveRevoked,
  sessionAssurance,
} from '#features/tokens/store.ts'
import { tokenMadeLetter } from '#features/tokens/text/letters.ts'
import { tokenWire } from '#features/tokens/views.ts'
import type { makeOwnToken, NewToken } from '#features/tokens/wire.ts'
import { type Actor, roleAreas } from '#kernel/actor.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { newId } from '#kernel/ids.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import type { TokenKind } from '#kernel/token-scope.ts'
import { makeApiToken, tokenDigest, tokenHint } from '#server/auth/api-token-text.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import type { Post } from '#server/mail/post.ts'
import { commonProblem } from '#server/problems.ts'

export type TokenParts = { readonly post: Post; readonly origin: string }

type Made = ResponseOf<typeof makeOwnToken>
type Answer<T> = Promise<T | Refusal<TokenRefusal>>

/** Makes a token that acts as the actor. */
export async function makePersonal(
  parts: TokenParts,
  tx: TenantTx,
  actor: Actor,
  wanted: NewToken,
): Answer<Made> {
  const policy = await lockTokenPolicy(tx)
  const aal = await lockMaker(tx, actor)
  const mayTry = firstRefusal(
    mayMake(actor, 'personal'),
    mayHaveKind(policy, 'personal'),
    mayHaveScopes('personal', wanted.scopes),
    mayLast(policy, wanted.days),
  )
  if (mayTry !== true) return mayTry
  const may = firstRefusal(
    await replaceLost(tx, actor, 'personal', wanted),
    mayAdd({ kind: 'personal', name: wanted.name }, await livingTokens(tx, 'personal', actor.userId)),
  )
  if (may !== true) return may
  return make(parts, tx, actor, { kind: 'personal', userId: actor.userId, aal }, wanted)
}

/** Makes a token of a service, with the service when the company has none of this name. */
export async function makeOfService(
  parts: TokenParts,
  tx: TenantTx,
  actor: Actor,
  wanted: NewToken,
): Answer<Made> {
  const mayTry = firstRefusal(mayMake(actor, 'service'), mayHaveScopes('service', wanted.scopes))
  if (mayTry !== true) return mayTry
  const policy = await lockTokenPolicy(tx)
  await lockMaker(tx, actor)
  const may = firstRefusal(
    mayLast(policy, wanted.days),
    await replaceLost(tx, actor, 'service', wanted),
    mayAdd({ kind: 'service', name: wanted.name }, await livingTokens(tx, 'service', null)),
  )
  if (may !== true) return may
  const userId = (await findService(tx, wanted.name)) ?? (await insertService(tx, wanted.name))
  // The policy on second factors is about people: it was asked of whoever makes the token.
  return make(parts, tx, actor, { kind: 'service', userId, aal: 'aal2' }, wanted)
}

/**
 * Locks the account of whoever makes a token and reads their session again: of a token and a reset password at once, the
 * token is either refused or void. Answers the session's assurance. @throws when the session has ended.
 */
async function lockMaker(tx: TenantTx, actor: Actor): Promise<'aal1' | 'aal2'> {
  await lockAccount(tx, actor.userId)
  const aal = await sessionAssurance(tx, actor.sessionId)
  if (aal === null) throw commonProblem('unauthenticated')
  return aal
}

/**
 * Revokes the token that the same attempt made before: its answer was lost, and with it the text, which is kept nowhere.
 * Somebody has the text of one that was used.
 */
async function replaceLost(
  tx: TenantTx,
  actor: Actor,
  kind: TokenKind,
  { attempt }: NewToken,
): Promise<true | Refusal<TokenRefusal>> {
  if (!attempt) return true
  const lost = await lockAttempt(tx, kind, { by: actor.userId, attempt })
  if (lost === null) return true
  const may = mayMakeAgain(lost)
  if (may === true) await revokeAndRecord(tx, actor, lost)
  return may
}

type Owner = { readonly kind: TokenKind; readonly userId: string; readonly aal: 'aal1' | 'aal2' }

async function make(
  parts: TokenParts,
  tx: TenantTx,
  actor: Actor,
  owner: Owner,
  { name, scopes, days, attempt = null }: NewToken,
): Promise<Made> {
  const text = makeApiToken(owner.kind, tx.companyId)
  const id = newId(tx.now.getTime())
  const expiresAt = new Date(tx.now.getTime() + days * 86_400_000)
  const row = { ...owner, id, name, scopes, digest: tokenDigest(text), hint: tokenHint(text) }
  await insertToken(tx, { ...row, createdBy: actor.userId, expiresAt, attempt })
  const { kind, userId } = owner
  const after = { name, kind, userId, scopes, expiresAt: expiresAt.toISOString() }
  await record(tx, actor, tokenFact('token.created', id, { after }))
  await tellMaker(parts, tx, actor, { kind, name, scopes, expiresAt })
  const token = await lockToken(tx, id)
  if (!token) throw new Error(`token ${id} is gone`)
  return { text, token: tokenWire(actor, token, tx.now) }
}

async function tellMaker(
  { post, origin }: TokenParts,
  tx: TenantTx,
  actor: Actor,
  made: Pick<NewToken, 'name' | 'scopes'> & { readonly kind: TokenKind; readonly expiresAt: Date },
): Promise<void> {
  // Nothing leaves a sample.
  if (actor.isSample) return
  const person = await readMaker(tx, actor.userId)
  if (!person) return
  const until = made.expiresAt.toLocaleDateString('es-ES', { dateStyle: 'long', timeZone: actor.zone })
  const page = made.kind === 'personal' ? `/${roleAreas[actor.role][0]}/profile` : '/empresa/settings/tokens'
  await post(tx, tokenMadeLetter(person, { ...made, until }, origin + page), tx.now)
}

/** Revokes a token; one that has ended already is answered the same, without a second event. */
export async function revoke(tx: TenantTx, actor: Actor, id: string): Answer<{ id: string }> {
  const token = await lockToken(tx, id)
  if (!token) return refuse('not_found')
  const may = mayRevoke(actor, token)
  if (may !== true) return may
  if (token.revokedAt === null) await revokeAndRecord(tx, actor, token)
  return { id }
}

async function revokeAndRecord(
  tx: TenantTx,
  actor: Pick<Actor, 'userId'>,
  { id, name, userId }: { readonly id: string; readonly name: string; readonly userId: string },
): Promise<void> {
  await saveRevoked(tx, id, actor.userId)
  await record(tx, actor, tokenFact('token.revoked', id, { before: { name, userId } }))
}

/** Revokes a person's own tokens in the company that they leave; those of its services live on. */
export async function revokeTokens(
  tx: TenantTx,
  actor: Pick<Actor, 'userId'>,
  userId: string,
): Promise<void> {
  for (const token of await lockOwnTokens(tx, userId)) await revokeAndRecord(tx, actor, { ...token, userId })
}
