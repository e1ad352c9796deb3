import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type authError, refusalError } from '#features/identity/api/problems.ts'
import { parse, parseQuery, unlessRefused } from '#features/identity/api/reading.ts'
import type { Identity } from '#features/identity/commands/identity.ts'
import { recover, resend } from '#features/identity/commands/recover.ts'
import { follow, redeem } from '#features/identity/commands/redeem.ts'
import { signUp } from '#features/identity/commands/sign-up.ts'
import { purposesOfType, returnTo } from '#features/identity/rules/links.ts'
import { RecoverWire, ResendWire, SignUpWire, VerifyWire } from '#features/identity/wire.ts'
import { isRefusal, refuse } from '#kernel/refusal.ts'
import { requestOrigin } from '#server/http/mount.ts'

/** Routes of registration, and of the links in mails. */
export function mountLinks(app: FastifyInstance, identity: Identity): void {
  app.post('/signup', async request =>
    unlessRefused(await signUp(identity, parse(SignUpWire, request.body), requestOrigin(request))),
  )
  app.post('/recover', async request => {
    const { email, code_challenge: codeChallenge = null } = parse(RecoverWire, request.body)
    const redirectTo = parseQuery(request).get('redirect_to')
    const asked = await recover(identity, { email, codeChallenge, redirectTo }, requestOrigin(request))
    if (isRefusal(asked)) throw refusalError(asked)
    return {}
  })
  app.post('/resend', async request => {
    const asked = await resend(identity, parse(ResendWire, request.body), requestOrigin(request))
    if (isRefusal(asked)) throw refusalError(asked)
    return {}
  })
  app.post('/verify', async request => {
    const { token_hash, type } = parse(VerifyWire, request.body)
    const purposes = purposesOfType.get(type)
    // Our mails contain no codes for typing: a code typed beside an address is never ours.
    if (!token_hash || !purposes) throw refusalError(refuse('link_not_found'))
    return unlessRefused(
      await redeem(identity, { code: token_hash, purposes, verifier: null }, requestOrigin(request)),
    )
  })
  app.get('/verify', { exposeHeadRoute: false }, (request, reply) => verify(identity, request, reply))
  // Mail scanners send HEAD requests, which must not spend the link.
  app.head('/verify', async (_request, reply) => reply.code(200).send())
}

/** Answers a browser that opens a link of the wire itself: always a redirect, with the session or the error in the URL. */
async function verify(identity: Identity, request: FastifyRequest, reply: FastifyReply) {
  const query = parseQuery(request)
  const page = returnTo(query.get('redirect_to'), '/login', identity.site)
  const purposes = purposesOfType.get(query.get('type') ?? '') ?? []
  const code = query.get('token') ?? ''
  const followed = await follow(identity, { code, purposes, verifier: null }, page, requestOrigin(request))
  reply.header('referrer-policy', 'no-referrer')
  return reply.redirect(
    isRefusal(followed) ? pageWithError(page, refusalError(followed).problem) : followed,
    303,
  )
}

/** The page's URL with the error in query and hash: clients read one or the other. */
function pageWithError(
  page: URL,
  { status, code, message }: ReturnType<typeof authError>['problem'],
): string {
  const error = errorOfStatus[status]
  const parameters = {
    ...(error ? { error } : {}),
    error_code: code,
    error_description: message,
  }
  const url = new URL(page)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  url.hash = new URLSearchParams({ ...parameters, sb: '' }).toString()
  return url.href
}

const errorOfStatus: { readonly [status: number]: string } = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}
