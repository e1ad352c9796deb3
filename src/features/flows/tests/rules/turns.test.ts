import { describe, expect, test } from 'vitest'
import { byTurn, inTurns, isTogether, joined, moved, swapped, without } from '#features/flows/rules/turns.ts'

const stages = (...turns: [name: string, turn: number][]) => turns.map(([name, turn]) => ({ name, turn }))
const said = (list: { name: string; turn: number }[]) =>
  list.map(({ name, turn }) => `${turn}${name}`).join(' ')
const three = stages(['a', 1], ['b', 2], ['c', 2])

describe('the turns of a rule', () => {
  test('count from one whatever numbers they had, and keep together what was together', () => {
    expect(said(inTurns(stages(['z', 9], ['a', 3], ['b', 3])))).toBe('1a 1b 2z')
    expect(byTurn(three).map(said)).toEqual(['1a', '2b 2c'])
    expect(byTurn([])).toEqual([])
  })

  test.each([
    ['a stage joins the one before it', joined(three, 1, true), '1a 1b 1c'],
    ['a stage waits for the one before it', joined(three, 2, false), '1a 2b 3c'],
    ['the first stage has none to join', joined(three, 0, true), '1a 2b 2c'],
    ['a stage that is moved takes along whether it joins', moved(three, 2, -1), '1a 1c 2b'],
    ['a stage is not moved beyond the ends', moved(three, 0, -1), '1a 2b 2c'],
    ['what joined a stage that is taken out joins the one before', without(three, 1), '1a 1c'],
    ['the first stage that is left opens first', without(three, 0), '1b 1c'],
  ])('%s', (_, list, expected) => expect(said(list)).toBe(expected))

  test('say of each whether it opens together with the one before', () => {
    expect(three.map((_, index) => isTogether(three, index))).toEqual([false, false, true])
  })

  test('change places without losing anybody', () => {
    expect(swapped(['a', 'b', 'c'], 0, 2)).toEqual(['c', 'b', 'a'])
    expect(swapped(['a'], 0, 1)).toEqual(['a'])
  })
})
