import { expect, test } from 'vitest'
import { type Part, part, shaped } from '#server/database/sql.ts'

/** A list of so many values is a shape of its own. */
const list = (length: number): Part =>
  Array.from({ length }, (_, value) => value).reduce((all, value) => part`${all}, ${value}`, part`0`)

const isPrepared = (length: number) => shaped`select ${list(length)}`.name !== undefined

test('a shape of a statement is prepared when it is asked often, and no more than sixty are', () => {
  const asked = Array.from({ length: 12 }, () => isPrepared(1))
  expect(asked.indexOf(true)).toBe(9)
  for (let time = 0; time < 20; time++) for (let length = 2; length < 100; length++) isPrepared(length)
  const prepared = Array.from({ length: 100 }, (_, length) => isPrepared(length)).filter(Boolean)
  expect(prepared).toHaveLength(60)
  expect(isPrepared(1)).toBe(true)
})
