import { expect, test } from 'vitest'
import { rulesOfCentre } from '#features/flows/rules/rules-of-centre.ts'

const rule = (id: string, ...costCentreIds: string[]) => ({
  id,
  name: `Regla ${id}`,
  conditions: { costCentreIds },
})

test('rules that ask for a centre are named once, those of the published flow before those of the draft alone', () => {
  const published = { rules: [rule('1', 'obra', 'oficina'), rule('2', 'oficina'), rule('3')] }
  const draft = { rules: [rule('1', 'obra'), rule('4', 'obra', 'sin_centro')] }
  expect(rulesOfCentre({ published, draft }, 'obra')).toEqual([
    { name: 'Regla 1', isPublished: true },
    { name: 'Regla 4', isPublished: false },
  ])
  expect(rulesOfCentre({ published: null, draft: null }, 'obra')).toEqual([])
})
