/** Words of flows on screens. */
import type { z } from 'zod'
import { type Conditions, withoutCentre } from '#features/flows/rules/conditions.ts'
import { byTurn } from '#features/flows/rules/turns.ts'
import { asksTooMany, type Mode } from '#features/flows/rules.ts'
import { conditionWords, modeWords } from '#features/flows/text.ts'
import type { FlowsWire, RuleWire, saveFlowDraft } from '#features/flows/wire.ts'
import { newId } from '#kernel/ids.ts'
import { type Currency, currencyDecimals } from '#kernel/money.ts'
import { counted } from '#kernel/text.ts'
import { moneyFromWire } from '#kernel/wire.ts'

/** Value of the form: an absent list is no condition; an empty one is a condition without choices yet. */
export type FlowInput = z.input<typeof saveFlowDraft.body>
export type RuleInput = FlowInput['rules'][number]
export type ConditionsInput = RuleInput['conditions']
export type StageInput = RuleInput['stages'][number]

/** Name of a person or thing that a rule names by id. */
export type FindName = (id: string) => string

export function nameLookup({
  people,
  clients,
  projects,
  contracts,
  providers,
  costCentres,
}: FlowsWire['names']): FindName {
  const names = new Map(
    [...people, ...clients, ...projects, ...contracts, ...providers, ...costCentres].map(({ id, name }) => [
      id,
      name,
    ]),
  )
  return id => names.get(id) ?? id
}

/** Value of the form for a saved rule. */
export function inputFromRule({ conditions, ...rule }: RuleWire): RuleInput {
  const asked = <Item>(list: Item[]): Item[] | undefined => (list.length === 0 ? undefined : list)
  const {
    types,
    clientIds,
    projectIds,
    contractIds,
    providerIds,
    requesterIds,
    taxCategories,
    costCentreIds,
    ...others
  } = conditions
  return {
    ...rule,
    conditions: {
      ...others,
      // Both types together are no condition.
      types: types.length === 1 ? types : undefined,
      clientIds: asked(clientIds),
      projectIds: asked(projectIds),
      contractIds: asked(contractIds),
      providerIds: asked(providerIds),
      requesterIds: asked(requesterIds),
      taxCategories: asked(taxCategories),
      costCentreIds: asked(costCentreIds),
    },
  }
}

/** Conditions in Spanish, with names; amounts still incomplete are omitted. */
export function conditionsText(conditions: ConditionsInput, findName: FindName): string {
  // An empty list is a condition already, shown as '…'.
  const names = (ids?: readonly string[], find = findName) =>
    ids?.length === 0 ? ['…'] : (ids ?? []).map(find)
  const asked: Conditions = {
    types: conditions.types ?? [],
    clientIds: names(conditions.clientIds),
    projectIds: names(conditions.projectIds),
    contractIds: names(conditions.contractIds),
    providerIds: names(conditions.providerIds),
    requesterIds: names(conditions.requesterIds),
    taxCategories: conditions.taxCategories ?? [],
    costCentreIds: names(conditions.costCentreIds, id => (id === withoutCentre ? id : findName(id))),
    from: parseThreshold(conditions.from),
    upTo: parseThreshold(conditions.upTo),
    cumulativeFrom: parseThreshold(conditions.cumulativeFrom),
    overBudget: conditions.overBudget ?? false,
  }
  return capital(conditionWords(asked))
}

type Threshold = { minor: string; currency: Currency } | null | undefined

const parseThreshold = (threshold: Threshold) =>
  threshold && /^[1-9]\d{0,14}$/.test(threshold.minor) ? moneyFromWire(threshold) : null

/** A rule in one sentence: its conditions, then its approvers by turn. */
export function ruleText({ conditions, stages }: RuleInput, findName: FindName): string {
  const turns = byTurn(stages).map(turn => turn.map(stageText).join(' y a la vez '))
  return `${conditionsText(conditions, findName)}: ${turns.join('; después ')}.`
}

const stageText = ({ name, mode, quorum = null }: StageInput) =>
  `${name.trim() === '' ? 'una etapa sin nombre' : `«${name.trim()}»`} (${modeWords({ mode, quorum })})`

/** Error for more approvals than chosen people, shown at once; undefined while nobody is chosen. */
export function tooManyText(stage: StageInput): string | undefined {
  const people = stage.approvers.kind === 'users' ? stage.approvers.userIds.length : 0
  if (people === 0 || !asksTooMany(stage)) return undefined
  return `Has elegido ${counted(people, 'persona')}: nunca habría ${counted(stage.quorum ?? 1, 'aprobación', 'aprobaciones')}.`
}

/** Approvers of a stage, in Spanish. */
export function approversText({ approvers }: Pick<StageInput, 'approvers'>, findName: FindName): string {
  if (approvers.kind !== 'users') return approversLabel[approvers.kind]
  return listText(approvers.userIds.map(findName))
}

/** Deputy of a stage: 'Eva, si alguien tarda más de 3 días'. */
export const deputyText = ({ userId, afterDays }: NonNullable<StageInput['deputy']>, findName: FindName) =>
  delayText(findName(userId), afterDays)

export const delayText = (name: string, afterDays: number): string =>
  `${name === '' ? '…' : name}, si alguien tarda más de ${counted(afterDays, 'día')}`

/** First names of a list, and the number of the rest. */
export function listText(names: readonly string[]): string {
  if (names.length === 0) return 'Nadie'
  const shown = names.slice(0, 4).join(', ')
  return names.length > 4 ? `${shown} y ${names.length - 4} más` : shown
}

export const approversLabel = {
  users: 'Personas concretas',
  project_approvers: 'Los aprobadores del proyecto',
  permission_holders: 'Todos los que aprueban en el proyecto',
} as const

export const modeLabel: { readonly [mode in Mode]: string } = {
  any: 'Basta con uno',
  all: 'Tienen que aprobar todos',
  quorum: 'Un número de aprobaciones',
}

/** Sentence about orders that meet no rule. */
export const othersText = (rules: number): string =>
  `${rules === 0 ? 'Todos los pedidos' : 'Los demás pedidos'} siguen el flujo general: aprueban todos los aprobadores del proyecto.`

/** Ordinal: '1.º'. */
export const ordinal = (turn: number): string => `${turn}.º`

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const templates = ['amount', 'overrun', 'provider'] as const
export type Template = (typeof templates)[number]

export const templateText: { readonly [template in Template]: TemplateText } = {
  amount: {
    label: 'A partir de un monto',
    note: 'Además del proyecto, aprueba dirección.',
    rule: 'Montos altos',
    stage: 'Dirección',
  },
  overrun: {
    label: 'Exceso de presupuesto',
    note: 'Cuando un pedido no cabe en su contrato.',
    rule: 'Exceso de presupuesto',
    stage: 'Control de presupuesto',
  },
  provider: {
    label: 'Proveedor concreto',
    note: 'Lo de ciertos proveedores pasa por compras.',
    rule: 'Proveedor concreto',
    stage: 'Compras',
  },
}

type TemplateText = { label: string; note: string; rule: string; stage: string }

/** Default threshold, in units of the company's currency. */
const highAmount = '10000'

export const newStage = (turn: number): StageInput => ({
  name: '',
  turn,
  mode: 'any',
  quorum: null,
  approvers: { kind: 'users', userIds: [] },
})

/** New rule without conditions, whose stage names nobody yet. */
export const newRule = (): RuleInput => ({
  id: newId(),
  name: '',
  conditions: {},
  stages: [newStage(1)],
})

/** New rule from a template: after the project's approvers, a stage whose person is still to be named. */
export function ruleFrom(template: Template, currency: Currency): RuleInput {
  const { rule, stage } = templateText[template]
  const minor = highAmount + '0'.repeat(currencyDecimals(currency))
  const conditions = {
    amount: { from: { minor, currency } },
    overrun: { overBudget: true },
    provider: { providerIds: [] },
  }
  const ofProject: StageInput = {
    name: 'Aprobadores del proyecto',
    turn: 1,
    mode: 'all',
    quorum: null,
    approvers: { kind: 'project_approvers' },
  }
  return {
    id: newId(),
    name: rule,
    conditions: conditions[template],
    stages: [ofProject, { ...newStage(2), name: stage }],
  }
}
