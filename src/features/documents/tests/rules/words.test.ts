import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numbersFrom, soughtWords, wordsIn } from '#features/documents/rules/words.ts'
import { fold } from '#kernel/text.ts'

const finds = (typed: string, text: string): boolean =>
  new RegExp(soughtWords(typed)?.pattern ?? '$.').test(fold(text))

describe('a text that is sought', () => {
  test.each([
    ['clima', 'Climatización planta 1'],
    ['planta 1', 'Climatización planta 12'],
    ['987', 'F-2026/0987'],
    ['f 2026 987', 'F-2026/0987'],
    ['2026/0987', 'F-2026/0987'],
    ['doc-7', 'DOC-0071 Obra'],
    ['45 000', 'Ático 45 000'],
    ['2b', 'Planta 2B'],
    ['ñandú', 'Clima NANDU'],
    ['Ω', 'Obra Ωmega'],
  ])('%s is found in «%s»', (typed, text) => {
    expect(finds(typed, text)).toBe(true)
  })

  test.each([
    ['atizacion', 'Climatización planta 1'],
    ['26', 'F-2026/0987'],
    ['0', 'F-2026/0987'],
    ['planta1x', 'Planta 1'],
    ['%', '50 %'],
  ])('%s is not found in «%s»', (typed, text) => {
    expect(finds(typed, text)).toBe(false)
  })
})

const text = fc
  .array(fc.constantFrom(...'aB9 0', 'ñ', '-', '/', '10', '007', 'Ω', '%', '€', 'doc'), { maxLength: 14 })
  .map(pieces => pieces.join(''))

test('wherever a text is found, one of the words there begins with its longest word', () => {
  let found = 0
  fc.assert(
    fc.property(text, text, (typed, own) => {
      const sought = soughtWords(typed)
      if (!sought || !finds(typed, own)) return
      found++
      expect(wordsIn(own).some(word => word.startsWith(sought.word))).toBe(true)
    }),
    { numRuns: 20_000 },
  )
  expect(found).toBeGreaterThan(500)
})

test('the beginning of each text is found in it', () => {
  fc.assert(
    fc.property(text, fc.nat({ max: 14 }), (own, length) => {
      const typed = own.slice(0, length)
      fc.pre(soughtWords(typed) !== null && !/0$/.test(typed))
      expect(finds(typed, own)).toBe(true)
    }),
  )
})

test('the numbers that begin with some digits are those in their ranges', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2 ** 31 - 1 }),
      fc.integer({ min: 1, max: 9999 }),
      (number, digits) => {
        const isWithin = numbersFrom(String(digits)).some(({ from, to }) => from <= number && number <= to)
        expect(isWithin).toBe(String(number).startsWith(String(digits)))
      },
    ),
    { numRuns: 5000 },
  )
})
