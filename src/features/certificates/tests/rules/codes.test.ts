import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalCode, encodeCode } from '#features/certificates/rules/codes.ts'

const chance = fc.uint8Array({ minLength: 16, maxLength: 16 })

test('a code keeps all of its chance: two that differ in a bit differ', () => {
  const codes = new Set<string>()
  for (let bit = 0; bit < 128; bit++) {
    const bytes = new Uint8Array(16)
    bytes[bit >> 3] = 1 << (bit & 7)
    codes.add(encodeCode(bytes))
  }
  codes.add(encodeCode(new Uint8Array(16)))
  expect(codes.size).toBe(129)
})

test('a code is read as it was made, however somebody types it', () => {
  fc.assert(
    fc.property(chance, bytes => {
      const code = encodeCode(bytes)
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{6}$/)
      const plain = canonicalCode(code)
      expect(plain).toHaveLength(26)
      const sloppy = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `
      expect(canonicalCode(sloppy)).toBe(plain)
    }),
  )
})
