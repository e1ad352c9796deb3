import { describe, expect, test } from 'vitest'
import { openSeal } from '#server/auth/seal.ts'
import { makeSecret } from '#server/auth/secret-keys.ts'

const secret = makeSecret('a secret of at least thirty-two characters')
const mail = openSeal(secret, 'mail')

test.each(['', 'JBSWY3DPEHPK3PXP', 'Añádelo 🔑', 'x'.repeat(100_000)])('what is sealed comes back', text => {
  expect(mail.unseal(mail.seal(text))).toBe(text)
  expect(openSeal(secret, 'mail').unseal(mail.seal(text))).toBe(text)
})

test('the same text never looks the same twice, nor like itself', () => {
  const [one, other] = [mail.seal('enlace secreto'), mail.seal('enlace secreto')]
  expect(one).not.toBe(other)
  expect(Buffer.from(one.slice(3), 'base64url').toString()).not.toContain('enlace')
})

describe('nothing is read that was not sealed here, for this, and is whole', () => {
  const sealed = mail.seal('enlace secreto')

  test('under another secret, or for another purpose', () => {
    expect(
      openSeal(makeSecret('another secret of at least thirty-two characters'), 'mail').unseal(sealed),
    ).toBeNull()
    expect(openSeal(secret, 'totp').unseal(sealed)).toBeNull()
  })

  test('with any one byte altered', () => {
    const bytes = Buffer.from(sealed.slice(3), 'base64url')
    for (let at = 0; at < bytes.length; at++) {
      const altered = Buffer.from(bytes)
      altered[at] = (altered[at] ?? 0) ^ 1
      expect(mail.unseal(`v1.${altered.toString('base64url')}`)).toBeNull()
    }
  })

  test('cut, lengthened, of another version, or no seal at all', () => {
    for (const end of [0, 2, 3, 20, 30, sealed.length - 4])
      expect(mail.unseal(sealed.slice(0, end))).toBeNull()
    const others = [`${sealed}AAAA`, `${sealed}.x`, sealed.replace('v1', 'v2'), 'hola', 'v1.', '.']
    for (const text of others) expect(mail.unseal(text)).toBeNull()
  })
})
