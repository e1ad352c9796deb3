/** Calls of the official sign-in client, whose bodies and errors are its own: what an integrator needs of them. */
import { z } from 'zod'
import { bySession } from '#app/description/security.ts'
import { AuthErrorShape, SessionShape, UserShape } from '#app/description/sign-in-schemas.ts'
import { otherTags } from '#app/description/tags.ts'
import {
  EnrolWire,
  FactorCodeWire,
  FactorPathWire,
  RecoveryCodeWire,
} from '#features/identity/wire/factors.ts'
import { PasskeyProofWire } from '#features/identity/wire/passkey-sign-in.ts'
import { PasskeyChallengeWire } from '#features/identity/wire/passkeys.ts'
import {
  PasswordGrantWire,
  PkceGrantWire,
  RecoverWire,
  RefreshGrantWire,
  ResendWire,
  SignUpWire,
  UserUpdateWire,
  VerifyWire,
} from '#features/identity/wire.ts'
import { UuidWire } from '#kernel/wire.ts'
import type { OtherAnswer, OtherCall } from '#server/openapi/operations.ts'

const errors = (...statuses: readonly number[]): readonly OtherAnswer[] =>
  statuses.map(status => ({
    status,
    description: 'Refused, with the client’s code.',
    schema: AuthErrorShape,
  }))

const session: OtherAnswer = { status: 200, description: 'The session.', schema: SessionShape }

const user: OtherAnswer = { status: 200, description: 'The person.', schema: UserShape }

const done: OtherAnswer = {
  status: 200,
  description: 'Done, or nothing to do: it does not tell.',
  schema: z.object({}),
}

type Given = Omit<OtherCall, 'tag' | 'problems' | 'security'> & { readonly isOpen?: boolean }

const call = ({ isOpen = false, ...given }: Given): OtherCall => ({
  ...given,
  tag: otherTags.signIn.name,
  security: isOpen ? [] : bySession,
  problems: [],
})

const RedirectQuery = z.object({ redirect_to: z.string().optional() })

const grants = ['password', 'refresh_token', 'pkce'] as const

export const signInCalls: readonly OtherCall[] = [
  call({
    id: 'signIn',
    method: 'POST',
    path: '/auth/v1/token',
    summary: 'Opens a session by password, renews one, or redeems the code of a link.',
    description:
      'The body is that of the `grant_type`: address and password, a refresh token (which is spent), or a code with its verifier.',
    query: z.object({ grant_type: z.enum(grants) }),
    body: z.union([PasswordGrantWire, RefreshGrantWire, PkceGrantWire]),
    answers: [session, ...errors(400, 404, 422, 429)],
    isOpen: true,
  }),
  call({
    id: 'signOut',
    method: 'POST',
    path: '/auth/v1/logout',
    summary: 'Ends this session, the others, or all of them.',
    query: z.object({ scope: z.enum(['global', 'local', 'others']).default('global') }),
    answers: [{ status: 204, description: 'Ended.' }, ...errors(400, 401, 403)],
  }),
  call({
    id: 'getUser',
    method: 'GET',
    path: '/auth/v1/user',
    summary: 'The person of the token.',
    answers: [user, ...errors(401, 403)],
  }),
  call({
    id: 'updateUser',
    method: 'PUT',
    path: '/auth/v1/user',
    summary: 'Changes one’s own name, address or password.',
    body: UserUpdateWire,
    answers: [user, ...errors(400, 401, 403, 422, 429)],
  }),
  call({
    id: 'signUp',
    method: 'POST',
    path: '/auth/v1/signup',
    summary: 'Registers somebody; the answer does not tell whether the address had an account.',
    query: RedirectQuery,
    body: SignUpWire,
    answers: [user, ...errors(400, 422, 429)],
    isOpen: true,
  }),
  call({
    id: 'recoverPassword',
    method: 'POST',
    path: '/auth/v1/recover',
    summary: 'Mails a link for a new password, if the address has an account.',
    query: RedirectQuery,
    body: RecoverWire,
    answers: [done, ...errors(400, 429)],
    isOpen: true,
  }),
  call({
    id: 'resendMail',
    method: 'POST',
    path: '/auth/v1/resend',
    summary: 'Mails the link of a registration or of a change of address once more.',
    body: ResendWire,
    answers: [done, ...errors(400, 429)],
    isOpen: true,
  }),
  call({
    id: 'followLink',
    method: 'GET',
    path: '/auth/v1/verify',
    summary: 'Opens a link of a mail in a browser.',
    query: z.object({ token: z.string().optional(), type: z.string().optional(), ...RedirectQuery.shape }),
    answers: [{ status: 303, description: 'On to the page, with the session or the error in its address.' }],
    isOpen: true,
  }),
  call({
    id: 'verifyLink',
    method: 'POST',
    path: '/auth/v1/verify',
    summary: 'Redeems the code of a link for a session.',
    body: VerifyWire,
    answers: [session, ...errors(400, 403)],
    isOpen: true,
  }),
  call({
    id: 'enrolFactor',
    method: 'POST',
    path: '/auth/v1/factors',
    summary: 'Begins a second factor: the secret for an authenticator.',
    body: EnrolWire,
    answers: [
      {
        status: 200,
        description: 'The factor, which counts once a code of it has been verified.',
        schema: z.object({
          id: UuidWire,
          type: z.literal('totp'),
          friendly_name: z.string(),
          totp: z.object({ qr_code: z.string(), secret: z.string(), uri: z.string() }),
        }),
      },
      ...errors(400, 401, 403, 422),
    ],
  }),
  call({
    id: 'challengeFactor',
    method: 'POST',
    path: '/auth/v1/factors/:id/challenge',
    summary: 'Begins a second step.',
    params: FactorPathWire,
    answers: [
      {
        status: 200,
        description: 'The challenge, valid until `expires_at` (seconds since 1970).',
        schema: z.object({ id: UuidWire, type: z.literal('totp'), expires_at: z.int() }),
      },
      ...errors(401, 403, 404, 422, 429),
    ],
  }),
  call({
    id: 'verifyFactor',
    method: 'POST',
    path: '/auth/v1/factors/:id/verify',
    summary: 'Ends a second step with a code: the session has two factors from now on.',
    params: FactorPathWire,
    body: FactorCodeWire,
    answers: [session, ...errors(400, 401, 403, 404, 422, 429)],
  }),
  call({
    id: 'removeFactor',
    method: 'DELETE',
    path: '/auth/v1/factors/:id',
    summary: 'Removes a second factor.',
    params: FactorPathWire,
    answers: [
      { status: 200, description: 'Removed.', schema: z.object({ id: UuidWire }) },
      ...errors(401, 403, 404, 422),
    ],
  }),
  call({
    id: 'useRecoveryCode',
    method: 'POST',
    path: '/auth/v1/factors/recovery',
    summary: 'Ends a second step with one of the codes for a lost device.',
    body: RecoveryCodeWire,
    answers: [session, ...errors(400, 401, 403, 422, 429)],
  }),
  call({
    id: 'beginPasskeyStep',
    method: 'POST',
    path: '/auth/v1/factors/passkey/challenge',
    summary: 'Begins a second step with a passkey: options for the browser, good once and for five minutes.',
    answers: [
      {
        status: 200,
        description: 'The challenge, and the options to sign it with.',
        schema: PasskeyChallengeWire,
      },
      ...errors(401, 403, 404, 429),
    ],
  }),
  call({
    id: 'stepWithPasskey',
    method: 'POST',
    path: '/auth/v1/factors/passkey',
    summary: 'Ends a second step with a passkey: the session has two factors from now on.',
    body: PasskeyProofWire,
    answers: [session, ...errors(400, 401, 403, 422, 429)],
  }),
  call({
    id: 'getSigningKeys',
    method: 'GET',
    path: '/auth/v1/.well-known/jwks.json',
    summary: 'Public keys of the tokens (JWKS).',
    answers: [
      {
        status: 200,
        description: 'The keys.',
        schema: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
      },
    ],
    isOpen: true,
  }),
  call({
    id: 'getIdentityHealth',
    method: 'GET',
    path: '/auth/v1/health',
    summary: 'That sign-in is served here.',
    answers: [
      {
        status: 200,
        description: 'Name and version.',
        schema: z.object({ name: z.string(), version: z.string(), description: z.string() }),
      },
    ],
    isOpen: true,
  }),
  call({
    id: 'getIdentitySettings',
    method: 'GET',
    path: '/auth/v1/settings',
    summary: 'Ways to sign in, for the official client.',
    answers: [{ status: 200, description: 'The settings.', schema: z.record(z.string(), z.unknown()) }],
    isOpen: true,
  }),
]
