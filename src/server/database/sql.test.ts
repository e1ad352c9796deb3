import { expect, test } from 'vitest'
import { askedOften } from '#server/database/sql.ts'

test('a statement of many shapes is prepared in the shapes that are asked often, and no more than so many', () => {
  const isOften = askedOften({ times: 3, most: 2 })
  expect(['a', 'b', 'a', 'a', 'b', 'b', 'c', 'c', 'c', 'a', 'c'].map(isOften)).toEqual([
    false,
    false,
    false,
    true,
    false,
    true,
    false,
    false,
    false,
    true,
    false,
  ])
})

test('shapes that are asked once do not make it forget those asked often', () => {
  const isOften = askedOften({ times: 2, most: 2 })
  isOften('a')
  isOften('a')
  for (let n = 0; n < 2000; n++) isOften(`once ${n}`)
  expect([isOften('a'), isOften('b'), isOften('b')]).toEqual([true, false, true])
})
