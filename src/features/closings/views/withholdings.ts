/**
 * What was withheld of suppliers, by tax id, kind and rate. It is owed when it is paid (RD 439/2007, art. 78), so that
 * each payment counts on the day of the bank with its share, and what came back is taken away.
 */
import { quarterFromMonth, quarterSpan } from '#features/closings/rules/months.ts'
import { type Withheld, withheldBy } from '#features/closings/rules/shares.ts'
import { closingReach } from '#features/closings/rules.ts'
import { askedMonth } from '#features/closings/views/month.ts'
import { type Movement, readMovements } from '#features/closings/views/movements.ts'
import type { Asked } from '#features/closings/views/parts.ts'
import { type SpanQuery, spanSubject } from '#features/closings/views/sheet-page.ts'
import { findSubject } from '#features/closings/views/subject.ts'
import {
  type getWithholdings,
  maxOrdersShown,
  type WithheldWire,
  type WithholdingsWire,
} from '#features/closings/wire/withholdings.ts'
import type { Actor } from '#kernel/actor.ts'
import type { QueryOf } from '#kernel/endpoint.ts'
import { money } from '#kernel/money.ts'
import { taxIdKey } from '#kernel/tax-id.ts'
import { currencyFrom, moneyToWire } from '#kernel/wire.ts'
import { part } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export async function withholdings(
  tx: TenantTx,
  actor: Actor,
  { quarter: asked, clientId }: QueryOf<typeof getWithholdings>,
): Promise<WithholdingsWire | null> {
  tx.readInSteps()
  const quarter = asked ?? quarterFromMonth(askedMonth(tx, actor, undefined))
  const span = quarterSpan(quarter)
  if (span === null) throw new Error(`not a quarter: ${quarter}`)
  const subject = await findSubject(tx, actor, { ...span, clientId })
  if (subject === null) return null
  const groups = await readWithheld(tx, subject.asked)
  return {
    quarter,
    ...span,
    client: subject.client,
    choosesClient: closingReach(subject.person).kind === 'company',
    totals: addTotals(groups),
    items: groups.map(toWire),
  }
}

type OfMovement = { readonly movement: Movement; readonly withheld: Withheld }
export type WithheldGroup = {
  readonly taxId: string | null
  readonly name: string
  readonly kind: Withheld['kind']
  readonly rate: number
  readonly currency: string
  readonly parts: readonly OfMovement[]
}

/** Movements that withhold, grouped, by name. */
export async function readWithheld(tx: TenantTx, asked: Asked): Promise<WithheldGroup[]> {
  const found = await readAllWithheld(tx, asked)
  const all = found.flatMap(movement => {
    const withheld = withheldBy(movement.moved)
    return withheld === null ? [] : [{ movement, withheld }]
  })
  const groups = Map.groupBy(all, ({ movement, withheld: { kind, rate } }) =>
    [payeeKey(movement), kind, rate, movement.currency].join(' '),
  )
  return [...groups.values()].flatMap(toGroup).toSorted(byName)
}

const pageSize = 2000

async function readAllWithheld(tx: TenantTx, asked: Asked): Promise<Movement[]> {
  const which = part`and d.type = 'gasto' and d.breakdown -> 'withholding' <> 'null'::jsonb`
  const found: Movement[] = []
  for (let page = await readMovements(tx, asked, { limit: pageSize, which }); page.length > 0; ) {
    found.push(...page)
    if (page.length < pageSize) break
    page = await readMovements(tx, asked, { limit: pageSize, which, after: page.at(-1)?.cursor })
  }
  return found
}

const payeeKey = ({ tax_id: taxId, provider_id: providerId }: Movement): string =>
  taxIdKey(taxId) || providerId

function toGroup(parts: readonly OfMovement[]): WithheldGroup[] {
  const [first] = parts
  if (!first) return []
  const { movement, withheld } = first
  return [
    {
      taxId: movement.tax_id,
      name: movement.party,
      kind: withheld.kind,
      rate: withheld.rate,
      currency: movement.currency,
      parts,
    },
  ]
}

const byName = (one: WithheldGroup, other: WithheldGroup): number =>
  one.name.localeCompare(other.name, 'es') || one.kind.localeCompare(other.kind) || one.rate - other.rate

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, each) => total + each, 0n)

/** Sums of a group. A payment that came back is no perception. */
export function groupSums(parts: readonly OfMovement[]) {
  const counts = { paid: 1, returned: -1, credited: 0, issued: 0 } as const
  return {
    perceptions: parts.reduce(
      (count, { movement }) => count + (movement.is_credit_note ? 0 : counts[movement.kind]),
      0,
    ),
    baseMinor: sum(parts.map(({ withheld }) => withheld.baseMinor)),
    withheldMinor: sum(parts.map(({ withheld }) => withheld.withheldMinor)),
  }
}

const sumsToWire = (parts: readonly OfMovement[], currency: string) => {
  const { perceptions, baseMinor, withheldMinor } = groupSums(parts)
  const amount = (minor: bigint) => moneyToWire(money(minor, currencyFrom(currency)))
  return { perceptions, base: amount(baseMinor), withheld: amount(withheldMinor) }
}

function addTotals(groups: readonly WithheldGroup[]): WithholdingsWire['totals'] {
  const byKind = Map.groupBy(groups, ({ kind, currency }) => `${kind} ${currency}`)
  return [...byKind.values()].flatMap(some => {
    const [first] = some
    if (!first) return []
    const parts = some.flatMap(group => group.parts)
    return [{ kind: first.kind, ...sumsToWire(parts, first.currency) }]
  })
}

const toWire = ({ parts, ...group }: WithheldGroup): WithheldWire => ({
  ...group,
  currency: currencyFrom(group.currency),
  ...sumsToWire(parts, group.currency),
  orderCount: parts.length,
  orders: parts.slice(0, maxOrdersShown).map(({ movement, withheld }) => ({
    documentId: movement.document_id,
    projectId: movement.project_id,
    name: movement.name,
    day: movement.day,
    takesBack: movement.moved.takesBack,
    base: moneyToWire(money(withheld.baseMinor, currencyFrom(movement.currency))),
    withheld: moneyToWire(money(withheld.withheldMinor, currencyFrom(movement.currency))),
  })),
})

/** The groups as one page of their file. */
export async function withholdingPage(
  tx: TenantTx,
  actor: Actor,
  query: SpanQuery,
): Promise<{ items: readonly WithheldGroup[]; next: null } | null> {
  tx.readInSteps()
  const subject = await spanSubject(tx, actor, query)
  return subject && { items: await readWithheld(tx, subject.asked), next: null }
}

export const withholdingTotal = async (tx: TenantTx, actor: Actor, query: SpanQuery): Promise<number> =>
  (await withholdingPage(tx, actor, query))?.items.length ?? 0
