/**
 * Withholdings by tax id, kind and rate, gathered page by page: of the movements only sums, orders and the first ones
 * are kept, however many there are.
 */
import { type Withheld, withheldBy } from '#features/closings/rules/shares.ts'
import { type Movement, readMovements } from '#features/closings/views/movements.ts'
import type { Asked } from '#features/closings/views/parts.ts'
import { maxOrdersShown } from '#features/closings/wire/withholdings.ts'
import { taxIdKey } from '#kernel/tax-id.ts'
import { part } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type WithheldMovement = { readonly movement: Movement; readonly withheld: Withheld }

/** A payment that came back is no perception. */
export type WithheldSums = {
  readonly perceptions: number
  readonly baseMinor: bigint
  readonly withheldMinor: bigint
}

export type WithheldGroup = {
  readonly taxId: string | null
  readonly name: string
  readonly kind: Withheld['kind']
  readonly rate: number
  readonly currency: string
  readonly sums: WithheldSums
  /** Number of movements. */
  readonly count: number
  /** The first movements, `maxOrdersShown` of them. */
  readonly first: readonly WithheldMovement[]
  /** Orders of all movements, in the order of their days. */
  readonly documentIds: ReadonlySet<string>
}

type Gathered = WithheldGroup & { readonly first: WithheldMovement[]; readonly documentIds: Set<string> }

const pageSize = 2000

/** Movements that withhold, grouped, by name. */
export async function readWithheld(tx: TenantTx, asked: Asked): Promise<WithheldGroup[]> {
  const which = part`and d.type = 'gasto' and d.breakdown -> 'withholding' <> 'null'::jsonb`
  const groups = new Map<string, Gathered>()
  let after: string | undefined
  for (let page: readonly Movement[] | null = null; page === null || page.length === pageSize; ) {
    page = await readMovements(tx, asked, { limit: pageSize, which, after })
    gather(groups, page)
    after = page.at(-1)?.cursor
  }
  return [...groups.values()].toSorted(byName)
}

/** Groups of these movements, as they come. */
export function groupWithheld(movements: readonly Movement[]): WithheldGroup[] {
  const groups = new Map<string, Gathered>()
  gather(groups, movements)
  return [...groups.values()]
}

function gather(groups: Map<string, Gathered>, movements: readonly Movement[]): void {
  for (const movement of movements) {
    const withheld = withheldBy(movement.moved)
    if (withheld === null) continue
    const key = [payeeKey(movement), withheld.kind, withheld.rate, movement.currency].join(' ')
    groups.set(key, withMovement(groups.get(key) ?? emptyGroup(movement, withheld), { movement, withheld }))
  }
}

const payeeKey = ({ tax_id: taxId, provider_id: providerId }: Movement): string =>
  taxIdKey(taxId) || providerId

const emptyGroup = (movement: Movement, { kind, rate }: Withheld): Gathered => ({
  taxId: movement.tax_id,
  name: movement.party,
  kind,
  rate,
  currency: movement.currency,
  sums: { perceptions: 0, baseMinor: 0n, withheldMinor: 0n },
  count: 0,
  first: [],
  documentIds: new Set(),
})

function withMovement(group: Gathered, each: WithheldMovement): Gathered {
  const { movement, withheld } = each
  if (group.first.length < maxOrdersShown) group.first.push(each)
  group.documentIds.add(movement.document_id)
  const perceptions = movement.is_credit_note ? 0 : counts[movement.kind]
  return {
    ...group,
    count: group.count + 1,
    sums: addSums([group.sums, { ...withheld, perceptions }]),
  }
}

const counts = { paid: 1, returned: -1, credited: 0, issued: 0 } as const

export const addSums = (some: readonly WithheldSums[]): WithheldSums => ({
  perceptions: some.reduce((count, each) => count + each.perceptions, 0),
  baseMinor: some.reduce((sum, each) => sum + each.baseMinor, 0n),
  withheldMinor: some.reduce((sum, each) => sum + each.withheldMinor, 0n),
})

const byName = (one: WithheldGroup, other: WithheldGroup): number =>
  one.name.localeCompare(other.name, 'es') || one.kind.localeCompare(other.kind) || one.rate - other.rate
