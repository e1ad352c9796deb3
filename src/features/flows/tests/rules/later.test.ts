// Parts of a rule that a page of before a release does not know, it leaves out when it saves the rule, and changes
// nothing.
import { describe, expect, test } from 'vitest'
import { noConditions } from '#features/flows/rules/conditions.ts'
import { withLater } from '#features/flows/rules/later.ts'
import type { WrittenRule } from '#features/flows/rules/written.ts'

const { clientIds, requesterIds, taxCategories, costCentreIds, ...known } = noConditions
const conditions = { ...known, from: null, upTo: null, cumulativeFrom: null }
const later = { clientIds: ['norte'], requesterIds: [], taxCategories: [], costCentreIds: ['obra'] }
const deputy = { userId: 'sara', afterDays: 3 }
const plan = (name: string, turn = 1) => ({
  name,
  turn,
  mode: 'any' as const,
  quorum: null,
  approvers: { kind: 'project_approvers' as const },
})
const works: WrittenRule = {
  id: 'r1',
  name: 'Obras',
  conditions: { ...conditions, ...later },
  stages: [
    { ...plan('Jefa'), deputy },
    { ...plan('Dirección', 2), deputy: { ...deputy, userId: 'luis' } },
  ],
}
/** The rule as such a page sends it. */
const older = { ...works, conditions, stages: [plan('Jefa'), plan('Dirección', 2)] }
const deputies = (rule: WrittenRule) => rule.stages.map(stage => stage.deputy?.userId ?? null)

describe('a stage that is saved without the key of its deputy', () => {
  test('keeps the deputy that it has', () => {
    expect(withLater(older, [works])).toEqual(works)
  })

  test('keeps it wherever it stands now, also beside a new one, and under another name', () => {
    const moved = [plan('Nueva'), plan('Dirección'), plan('Jefa', 2)]
    expect(deputies(withLater({ ...older, stages: moved }, [works]))).toEqual([null, 'luis', 'sara'])
    const renamed = [plan('Jefatura'), plan('Dirección', 2)]
    expect(deputies(withLater({ ...older, stages: renamed }, [works]))).toEqual(['sara', 'luis'])
  })

  test('and one that says null has none, nor has one of a rule that is new', () => {
    const said = [{ ...plan('Jefa'), deputy: null }, plan('Dirección', 2)]
    expect(deputies(withLater({ ...older, stages: said }, [works]))).toEqual([null, 'luis'])
    expect(deputies(withLater({ ...older, id: 'r2', name: 'Otra' }, [works]))).toEqual([null, null])
  })

  test('of two with one name each keeps its own, in their order', () => {
    const twice = { ...works, stages: works.stages.map(stage => ({ ...stage, name: 'Firma' })) }
    const sent = { ...older, stages: [plan('Firma'), plan('Firma', 2)] }
    expect(deputies(withLater(sent, [twice]))).toEqual(['sara', 'luis'])
  })
})

describe('a copy that such a page makes of a rule', () => {
  test('takes no more orders than the rule that it was made of, and asks the same deputies', () => {
    for (const name of ['Obras (copia)', 'Obras (copia) (copia)'])
      expect(withLater({ ...older, id: 'r2', name }, [works])).toEqual({ ...works, id: 'r2', name })
  })

  test('is a rule of its own in whatever it says itself', () => {
    const said = { ...older, id: 'r2', name: 'Obras (copia)', conditions: { ...conditions, clientIds: [] } }
    expect(withLater(said, [works]).conditions).toMatchObject({ clientIds: [], costCentreIds: ['obra'] })
  })

  test('of a rule of which there are two with one name is of neither, and so is one of a rule that is gone', () => {
    const sent = { ...older, id: 'r3', name: 'Obras (copia)' }
    for (const before of [[works, { ...works, id: 'r2' }], []])
      expect(withLater(sent, before).conditions).toMatchObject({ clientIds: [], costCentreIds: [] })
  })
})
