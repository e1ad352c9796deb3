/** Preview of an order's route, before the order is submitted. */
import { z } from 'zod'
import { StageWire } from '#features/approvals/wire.ts'
import { BalanceWire } from '#features/contracts/wire.ts'
import { DocumentId, DocumentTypeWire } from '#features/documents/wire.ts'
import { TaxCategoriesWire } from '#features/flows/wire/tax-categories.ts'
import { ProjectId } from '#features/projects/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { displayIdWire } from '#kernel/ids.ts'
import { AmountMinorWire, UuidWire } from '#kernel/wire.ts'

const PersonWire = z.object({ userId: z.string(), name: z.string() })

/** Exchange rate without which it is not known whom the flow asks. */
export const MissingRateWire = z.object({
  /** Sentence with the currencies and, of a blocked order, the day; without currencies where others' orders need it. */
  text: z.string(),
  /** True for whoever may enter the rate. */
  mayEnter: z.boolean(),
})
export type MissingRateWire = z.infer<typeof MissingRateWire>

export const RoutePreviewWire = z.object({
  /** Published version of the flow and the rule that the order meets; null under the general flow. */
  flowVersion: z.int().nullable(),
  rule: z.string().nullable(),
  stages: z.array(
    StageWire.pick({
      turn: true,
      origin: true,
      name: true,
      mode: true,
      needed: true,
      basis: true,
      deputy: true,
    }).extend({
      people: z.array(PersonWire),
    }),
  ),
  /** People named by the flow who get no seat, with the reason. */
  excluded: z.array(PersonWire.extend({ text: z.string() })),
  blockedBy: z.enum(['no_approver', 'budget']).nullable(),
  /** Why an order would be refused for a rate that is missing, and whether the person may enter it; null when none is. */
  missingRate: MissingRateWire.nullable(),
  contractId: z.string(),
  balance: BalanceWire,
  /** True when the order exceeds what remains in its contract, counting amounts already requested. */
  exceeds: z.boolean(),
  /** True when its cost centre asks the budget owners too; false for whoever does not read the centre’s budgets. */
  exceedsCentre: z.boolean(),
})
export type RoutePreviewWire = z.infer<typeof RoutePreviewWire>

export const previewRoute = endpoint({
  id: 'previewRoute',
  method: 'GET',
  path: '/api/projects/:projectId/route',
  summary: 'Who would have to approve an order like this, why, and what would remain in its contract.',
  params: z.object({ projectId: ProjectId }),
  query: z.object({
    type: DocumentTypeWire.default('gasto'),
    contractId: displayIdWire('CTR').optional(),
    providerId: displayIdWire('PRV').optional(),
    amountMinor: AmountMinorWire.optional(),
    /** Charge to its contract; absent: its amount. */
    chargeMinor: AmountMinorWire.optional(),
    /** Tax categories of the order, with commas; absent: it does not say its taxes. */
    taxCategories: TaxCategoriesWire.optional(),
    /** Cost centre of the order; absent for none. */
    costCentreId: UuidWire.optional(),
    /** The order being corrected. */
    documentId: DocumentId.optional(),
  }),
  response: RoutePreviewWire,
})
