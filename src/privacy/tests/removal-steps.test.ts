import fc from 'fast-check'
import { expect, it } from 'vitest'
import { removalSteps } from '#privacy/removal-steps.ts'

const names = ['a', 'b', 'c', 'd', 'e', 'f']
const table = fc.constantFrom(...names)
const references = fc.array(fc.record({ from: table, to: table }), { maxLength: 12 })

it('no table loses its rows while those of a later step reference them', () => {
  fc.assert(
    fc.property(references, some => {
      const steps = removalSteps(names, some)
      expect(steps.flat().toSorted()).toEqual(names)
      const stepOf = (name: string) => steps.findIndex(step => step.includes(name))
      for (const { from, to } of some) expect(stepOf(from)).toBeLessThanOrEqual(stepOf(to))
    }),
  )
})

it('tables are in one step only when they reference one another in a circle', () => {
  const order = [
    { from: 'order', to: 'batch' },
    { from: 'batch', to: 'order' },
    { from: 'payment', to: 'order' },
    { from: 'order', to: 'company' },
  ]
  expect(removalSteps(['batch', 'company', 'order', 'payment'], order)).toEqual([
    ['payment'],
    ['batch', 'order'],
    ['company'],
  ])
})
