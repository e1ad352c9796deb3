import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { openRefreshTokens } from '#server/auth/refresh-token.ts'
import { makeSecret } from '#server/auth/secret-keys.ts'

const tokens = openRefreshTokens(makeSecret('one secret of at least thirty-two characters'))
const hmacKey = randomBytes(32)

test('what was written is read back and is genuine', () => {
  const sessionId = newId()
  for (const counter of [0, 1, 65_536, 2 ** 32 - 1]) {
    const read = tokens.read(tokens.write(sessionId, counter, hmacKey))
    expect(read).toMatchObject({ sessionId, counter })
    expect(read && tokens.isGenuine(read, hmacKey)).toBe(true)
  }
})

test('every changed bit, another session’s key and another secret are noticed', () => {
  const written = tokens.write(newId(), 7, hmacKey)
  const bytes = Buffer.from(written, 'base64url')
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const forged = Buffer.from(bytes)
    forged.writeUInt8(forged.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
    const read = tokens.read(forged.toString('base64url'))
    expect(read === null || !tokens.isGenuine(read, hmacKey)).toBe(true)
  }
  const read = tokens.read(written)
  expect(read && tokens.isGenuine(read, randomBytes(32))).toBe(false)
  expect(read && openRefreshTokens(makeSecret('another secret')).isGenuine(read, hmacKey)).toBe(false)
})

test('one token has one spelling', () => {
  const written = tokens.write(newId(), 7, hmacKey)
  for (const spelt of ['', 'x', `${written}A`, `${written}=`, ` ${written}`, written.slice(1), '🔑', '../'])
    expect(tokens.read(spelt)).toBeNull()
})
