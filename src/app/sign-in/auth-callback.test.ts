import { describe, expect, test } from 'vitest'
import { carriesEntry, carriesError, proofIn } from '#app/sign-in/auth-callback.ts'

describe('an address that came in a mail', () => {
  test.each([
    ['?source=reset_email&code=abc', '', { kind: 'code', type: 'recovery', code: 'abc' }],
    ['?source=invite&token_hash=abc', '', { kind: 'code', type: 'invite', code: 'abc' }],
    [
      '?source=reset_email',
      '#access_token=a.b.c&refresh_token=r&type=recovery',
      { kind: 'tokens', type: 'recovery', accessToken: 'a.b.c', refreshToken: 'r' },
    ],
    [
      '',
      '#access_token=a.b.c&type=recovery',
      { kind: 'tokens', type: 'recovery', accessToken: 'a.b.c', refreshToken: '' },
    ],
    ['', '#access_token=a.b.c&type=signup', null],
    ['?token_hash=abc', '', null],
    ['?code=', '', null],
    ['?source=reset_email', '', null],
    ['', '', null],
  ])('%s%s', (search, hash, proof) => expect(proofIn({ search, hash })).toEqual(proof))
})

test.each([
  ['?code=abc', '', true],
  ['?access_token=abc', '', true],
  ['', '#access_token=abc&type=recovery', true],
  ['', '#code=abc', true],
  ['?source=reset_email', '#arriba', false],
])('%s%s is forwarded to the sign-in screen: %s', (search, hash, is) =>
  expect(carriesEntry({ search, hash })).toBe(is),
)

test.each([
  ['?error=access_denied&error_code=otp_expired', '', true],
  ['', '#error=access_denied', true],
  ['?reset=true', '', false],
])('%s%s tells of a link that is no longer good: %s', (search, hash, is) =>
  expect(carriesError({ search, hash })).toBe(is),
)
