import { expect, test } from 'vitest'
import { askedOften } from '#server/database/sql.ts'

/** The texts for which it was true, in the order of the calls. */
const whereOften = (isOften: (text: string) => boolean, texts: string) =>
  Array.from(texts, text => (isOften(text) ? text : '.')).join('')

test('a statement of many shapes is prepared in those that are asked often', () => {
  expect(whereOften(askedOften({ times: 3, most: 2 }), 'abaabba')).toBe('...a.ba')
})

test('a shape that comes to be asked often takes the place of the one that was not asked for longest', () => {
  const isOften = askedOften({ times: 2, most: 2 })
  expect(whereOften(isOften, 'aabba')).toBe('.a.ba')
  // Now `b` is the one: it is prepared no longer, until it was asked as often again.
  expect(whereOften(isOften, 'ccaabbcc')).toBe('.caa.b.c')
})

test('shapes that are asked once do not make it forget those asked often', () => {
  const isOften = askedOften({ times: 2, most: 2 })
  isOften('a')
  isOften('a')
  for (let n = 0; n < 2000; n++) isOften(`once ${n}`)
  expect([isOften('a'), isOften('b'), isOften('b')]).toEqual([true, false, true])
})
