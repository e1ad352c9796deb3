/** Wire of the approval flow: its rules, versions and draft. */
import { z } from 'zod'
import { withoutCentre } from '#features/flows/rules/conditions.ts'
import { maxDeputyDays, peoplePerStage, rulesPerFlow, stagesPerRule } from '#features/flows/rules.ts'
import { TaxCategoryWire } from '#features/flows/wire/tax-categories.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { displayIdWire } from '#kernel/ids.ts'
import {
  AbilityWire,
  AmountMinorWire,
  CurrencyWire,
  InstantWire,
  lineWire,
  UuidWire,
  uuidWire,
} from '#kernel/wire.ts'

const noRepeats = (list: readonly string[]): boolean => new Set(list).size === list.length
const uniqueList = <Id extends z.ZodType<string>>(id: Id) =>
  z.array(id).max(100, 'Máximo 100').refine(noRepeats, 'Hay elementos repetidos').default([])

/** A threshold: an amount greater than zero. */
export const ThresholdWire = z
  .object({ minor: AmountMinorWire, currency: CurrencyWire })
  .nullable()
  .default(null)

export const ConditionsWire = z.object({
  types: z
    .array(z.enum(['gasto', 'emision']))
    .max(2)
    .refine(noRepeats, 'Hay elementos repetidos')
    .default([]),
  clientIds: uniqueList(UuidWire),
  projectIds: uniqueList(displayIdWire('PRJ')),
  contractIds: uniqueList(displayIdWire('CTR')),
  providerIds: uniqueList(displayIdWire('PRV')),
  /** People of whom one asks for the order, or corrects it. */
  requesterIds: uniqueList(UuidWire),
  /** Categories of which the order's breakdown has one; `sin_desglose`: it says no taxes. */
  taxCategories: z
    .array(TaxCategoryWire)
    .max(TaxCategoryWire.options.length)
    .refine(noRepeats, 'Hay elementos repetidos')
    .default([]),
  /** Cost centres of which the order is charged to one; `sin_centro`: it is charged to none. */
  costCentreIds: uniqueList(z.union([UuidWire, z.literal(withoutCentre)])),
  from: ThresholdWire,
  upTo: ThresholdWire,
  cumulativeFrom: ThresholdWire,
  overBudget: z.boolean().default(false),
})

const deputyDaysError = `Entre 1 y ${maxDeputyDays} días`

/** Deputy of a stage, for delays. */
export const DeputyPlanWire = z.object({
  userId: uuidWire('Elige a una persona'),
  /** Days of waiting after which they are asked too, beside the approver who has not decided. */
  afterDays: z.int(deputyDaysError).min(1, deputyDaysError).max(maxDeputyDays, deputyDaysError),
})

const StageFieldsWire = z.object({
  name: lineWire(80, 'Nombre de la etapa requerido'),
  turn: z.int().min(1, 'Orden entre 1 y 10').max(stagesPerRule, 'Orden entre 1 y 10'),
  mode: z.enum(['any', 'all', 'quorum']),
  quorum: z.int().min(1, 'Indica cuántas aprobaciones').max(peoplePerStage).nullable().default(null),
  approvers: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('users'),
      userIds: z
        .array(UuidWire)
        .min(1, 'Elige al menos una persona')
        .max(peoplePerStage, `Máximo ${peoplePerStage} personas`)
        .refine(noRepeats, 'Hay personas repetidas'),
    }),
    z.object({ kind: z.literal('project_approvers') }),
    z.object({ kind: z.literal('permission_holders') }),
  ]),
  /** Who is asked too when an approval of the stage waits too long; null: nobody. */
  deputy: DeputyPlanWire.nullable().default(null),
})

type Counted = { readonly mode: 'any' | 'all' | 'quorum'; readonly quorum: number | null }

const quorumFits = ({ mode, quorum }: Counted) => (mode === 'quorum') === (quorum !== null)
const quorumMissing = { path: ['quorum'], error: 'Indica cuántas aprobaciones hacen falta' }

export const StagePlanWire = StageFieldsWire.refine(quorumFits, quorumMissing)

const stagesWire = <Stage extends z.ZodType>(stage: Stage) =>
  z.array(stage).min(1, 'Añade al menos una etapa').max(stagesPerRule, `Máximo ${stagesPerRule} etapas`)

export const RuleWire = z.object({
  id: UuidWire,
  name: lineWire(80, 'Nombre de la regla requerido'),
  conditions: ConditionsWire,
  stages: stagesWire(StagePlanWire),
})
export type RuleWire = z.infer<typeof RuleWire>

const { clientIds, requesterIds, taxCategories, costCentreIds } = ConditionsWire.shape

/** Conditions of a rule that is saved. A page or a program of before the last four leaves them out, and changes none of them. */
export const SavedConditionsWire = ConditionsWire.extend({
  /** Clients of whose projects the order is one; left out: as the rule has them. */
  clientIds: clientIds.unwrap().optional(),
  /** People of whom one asks for the order, or corrects it; left out: as the rule has them. */
  requesterIds: requesterIds.unwrap().optional(),
  /** Categories of which the order's breakdown has one; left out: as the rule has them. */
  taxCategories: taxCategories.unwrap().optional(),
  /** Cost centres of which the order is charged to one; left out: as the rule has them. */
  costCentreIds: costCentreIds.unwrap().optional(),
})

/** Stage of a rule that is saved. */
const SavedStageWire = StageFieldsWire.extend({
  /** Who is asked too when an approval of the stage waits too long; null: nobody. Left out: as the stage has it. */
  deputy: DeputyPlanWire.nullish(),
}).refine(quorumFits, quorumMissing)

export const SavedRuleWire = RuleWire.extend({
  conditions: SavedConditionsWire,
  stages: stagesWire(SavedStageWire),
})

const RulesWire = z
  .array(SavedRuleWire)
  .max(rulesPerFlow, `Máximo ${rulesPerFlow} reglas`)
  .refine(rules => noRepeats(rules.map(rule => rule.id)), 'Hay reglas repetidas')

const WrittenWire = z.object({ rules: z.array(RuleWire) })

export const FlowVersionWire = WrittenWire.extend({
  version: z.int(),
  note: z.string().nullable(),
  publishedAt: InstantWire,
  publishedByName: z.string(),
  /** Number of orders still being approved under this version. */
  inFlight: z.int(),
})
export type FlowVersionWire = z.infer<typeof FlowVersionWire>

const NamedWire = z.array(z.object({ id: z.string(), name: z.string() }))

export const FlowsWire = z.object({
  /** Published version; null while the company has none and the general flow holds. */
  published: FlowVersionWire.nullable(),
  draft: WrittenWire.extend({
    revision: z.int(),
    changedAt: InstantWire,
    changedByName: z.string(),
  }).nullable(),
  /** Versions, newest first, including the published one. */
  versions: z.array(FlowVersionWire),
  /** Names of what the rules refer to, for the screen. */
  names: z.object({
    people: NamedWire,
    clients: NamedWire,
    projects: NamedWire,
    contracts: NamedWire,
    providers: NamedWire,
    costCentres: NamedWire,
  }),
  can: z.object({ edit: AbilityWire, publish: AbilityWire }),
})
export type FlowsWire = z.infer<typeof FlowsWire>

/** Revision of the draft that the person read; null when there was none. */
const SeenWire = z.object({ revision: z.int().min(1).nullable() })

export const getFlows = endpoint({
  id: 'getFlows',
  method: 'GET',
  path: '/api/flows',
  summary: 'The approval flow that holds, its draft and its history.',
  response: FlowsWire,
})

/** Obstacle to publishing a draft, with a JSON pointer to its field. */
const FindingWire = z.object({ pointer: z.string(), message: z.string() })
export type FindingWire = z.infer<typeof FindingWire>

export const saveFlowDraft = endpoint({
  id: 'saveFlowDraft',
  method: 'PUT',
  path: '/api/flows/draft',
  summary: 'Saves what is being prepared. Nothing holds until it is published.',
  body: SeenWire.extend({ rules: RulesWire }),
  /** The draft is saved even with findings. */
  response: z.object({ revision: z.int(), findings: z.array(FindingWire) }),
  refusals: ['stale_draft'],
})

export const discardFlowDraft = endpoint({
  id: 'discardFlowDraft',
  method: 'DELETE',
  path: '/api/flows/draft',
  summary: 'Throws away what was being prepared.',
  body: z.object({ revision: z.int().min(1) }),
  response: z.object({}),
  refusals: ['stale_draft', 'no_draft'],
})
