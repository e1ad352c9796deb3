import type { FastifyInstance, FastifyRequest } from 'fastify'
import { authError, codeError } from '#features/identity/api/problems.ts'
import { parse, parseQuery, requireLiveSession, unlessRefused } from '#features/identity/api/reading.ts'
import type { Identity } from '#features/identity/commands/identity.ts'
import { redeem } from '#features/identity/commands/redeem.ts'
import { refresh } from '#features/identity/commands/refresh.ts'
import { signIn } from '#features/identity/commands/sign-in.ts'
import { signOut } from '#features/identity/commands/sign-out.ts'
import { signOutScopes } from '#features/identity/rules.ts'
import { PasswordGrantWire, PkceGrantWire, RefreshGrantWire } from '#features/identity/wire.ts'
import { isRefusal } from '#kernel/refusal.ts'
import { requestOrigin } from '#server/http/mount.ts'

/** Routes of sign-in, refresh and sign-out. */
export function mountTokens(app: FastifyInstance, identity: Identity): void {
  app.post('/token', async request => {
    switch (parseQuery(request).get('grant_type')) {
      case 'password':
        return unlessRefused(
          await signIn(identity, parse(PasswordGrantWire, request.body), requestOrigin(request)),
        )
      case 'refresh_token':
        return unlessRefused(await refresh(identity, parse(RefreshGrantWire, request.body).refresh_token))
      case 'pkce':
        return exchange(identity, request)
      default:
        throw authError('unsupported_grant_type')
    }
  })
  app.post('/logout', async (request, reply) => {
    const live = await requireLiveSession(identity, request)
    const asked = parseQuery(request).get('scope') ?? 'global'
    const scope = signOutScopes.find(known => known === asked)
    if (!scope) throw authError('validation_failed', `Unsupported logout scope`)
    await signOut(identity, live, scope)
    return reply.code(204).send()
  })
}

async function exchange(identity: Identity, request: FastifyRequest): Promise<object> {
  const { auth_code, code_verifier } = parse(PkceGrantWire, request.body)
  const presented = {
    code: auth_code,
    verifier: code_verifier,
    purposes: ['recovery', 'auth_code', 'signup', 'email_change'] as const,
  }
  const redeemed = await redeem(identity, presented, requestOrigin(request))
  if (isRefusal(redeemed)) throw codeError(redeemed)
  return redeemed
}
