import { describe, expect, test } from 'vitest'
import {
  approversText,
  conditionsText,
  inputFromRule,
  listText,
  newRule,
  ruleFrom,
  ruleText,
  type StageInput,
  templates,
  tooManyText,
} from '#features/flows/web/text.ts'
import { RuleWire } from '#features/flows/wire.ts'
import { newId } from '#kernel/ids.ts'

const names: { readonly [id: string]: string } = {
  'PRV-001': 'Cubas',
  ana: 'Ana Ruiz',
  obras: 'OBR · Obras',
  sin_centro: 'Sin centro de coste',
}
const findName = (id: string) => names[id] ?? id
const said = (text: string) => text.replaceAll('\u00a0', ' ')

test('a stage that asks for more approvals than people says so, once somebody is chosen', () => {
  const asking = (count: number, quorum: number): StageInput => ({
    name: 'Legal',
    turn: 1,
    mode: 'quorum',
    quorum,
    approvers: { kind: 'users', userIds: Array.from({ length: count }, () => newId()) },
  })
  expect(tooManyText(asking(1, 2))).toBe('Has elegido 1 persona: nunca habría 2 aprobaciones.')
  expect(tooManyText(asking(2, 2))).toBeUndefined()
  expect(tooManyText(asking(0, 2))).toBeUndefined()
})

describe('a rule that is being written', () => {
  test('is told in a sentence: what it looks at, and who approves in which order', () => {
    const rule = ruleFrom('amount', 'EUR')
    const [first, second] = rule.stages
    const legal = { ...rule.stages[1], name: 'Legal', turn: 2, mode: 'quorum', quorum: 2 } as const
    const stages = first && second ? [first, second, { ...second, ...legal }] : []
    expect(said(ruleText({ ...rule, stages }, findName))).toBe(
      'Monto desde 10.000 €: «Aprobadores del proyecto» (aprueban todos); después «Dirección» (aprueba cualquiera) y a la vez «Legal» (aprueban 2).',
    )
  })

  test('calls what it names by its name, and shows a list that still waits for its first', () => {
    expect(conditionsText({ providerIds: ['PRV-001'] }, findName)).toBe('Proveedor Cubas')
    expect(conditionsText({ providerIds: [] }, findName)).toBe('Proveedor …')
    expect(conditionsText({}, findName)).toBe('Todos los pedidos')
    expect(conditionsText({ costCentreIds: ['obras', 'sin_centro'] }, findName)).toBe(
      'Centro de coste OBR · Obras o ninguno',
    )
    expect(conditionsText({ costCentreIds: [] }, findName)).toBe('Centro de coste …')
    expect(approversText({ approvers: { kind: 'users', userIds: ['ana'] } }, findName)).toBe('Ana Ruiz')
    expect(listText(['a', 'b', 'c', 'd', 'e', 'f'])).toBe('a, b, c, d y 2 más')
  })

  test('says nothing of an amount that is still being typed', () => {
    const from = { minor: '', currency: 'EUR' } as const
    expect(conditionsText({ from }, findName)).toBe('Todos los pedidos')
  })

  test.each(templates)('from the template %s lacks only whom it names', template => {
    const { stages, conditions, ...rule } = ruleFrom(template, 'CLP')
    const userIds = [newId()]
    const whole = {
      ...rule,
      conditions: { ...conditions, ...(conditions.providerIds && { providerIds: ['PRV-001'] }) },
      stages: stages.map(stage =>
        stage.approvers.kind === 'users' ? { ...stage, approvers: { ...stage.approvers, userIds } } : stage,
      ),
    }
    expect(RuleWire.safeParse(whole).error).toBeUndefined()
    expect(RuleWire.safeParse({ ...rule, conditions, stages }).success).toBe(false)
  })

  test('opens as it was written, with only the conditions that it has', () => {
    const empty = { types: ['gasto', 'emision'], projectIds: [], contractIds: [], providerIds: ['PRV-001'] }
    const written = RuleWire.parse({
      ...newRule(),
      name: 'Una',
      conditions: empty,
      stages: [{ name: 'E', turn: 1, mode: 'all', approvers: { kind: 'project_approvers' } }],
    })
    const { conditions } = inputFromRule(written)
    expect(conditions).toMatchObject({ providerIds: ['PRV-001'] })
    expect([conditions.types, conditions.projectIds, conditions.contractIds]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})
