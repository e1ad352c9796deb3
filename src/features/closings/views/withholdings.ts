/**
 * Withholdings of suppliers, by tax id, kind and rate. Each is owed when it is paid (RD 439/2007, art. 78), so that
 * each payment counts on the day of the bank with its share, and what came back is taken away.
 */
import { quarterFromMonth, quarterSpan } from '#features/closings/rules/months.ts'
import { closingReach } from '#features/closings/rules.ts'
import { askedMonth } from '#features/closings/views/month.ts'
import { type SpanQuery, spanSubject } from '#features/closings/views/sheet-page.ts'
import { findSubject } from '#features/closings/views/subject.ts'
import {
  addSums,
  readWithheld,
  type WithheldGroup,
  type WithheldSums,
} from '#features/closings/views/withheld-groups.ts'
import type { getWithholdings, WithheldWire, WithholdingsWire } from '#features/closings/wire/withholdings.ts'
import type { Actor } from '#kernel/actor.ts'
import type { QueryOf } from '#kernel/endpoint.ts'
import { money } from '#kernel/money.ts'
import { currencyFrom, moneyToWire } from '#kernel/wire.ts'
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

function sumsToWire({ perceptions, baseMinor, withheldMinor }: WithheldSums, currency: string) {
  const amount = (minor: bigint) => moneyToWire(money(minor, currencyFrom(currency)))
  return { perceptions, base: amount(baseMinor), withheld: amount(withheldMinor) }
}

function addTotals(groups: readonly WithheldGroup[]): WithholdingsWire['totals'] {
  const byKind = Map.groupBy(groups, ({ kind, currency }) => `${kind} ${currency}`)
  return [...byKind.values()].flatMap(some => {
    const [first] = some
    if (!first) return []
    return [{ kind: first.kind, ...sumsToWire(addSums(some.map(({ sums }) => sums)), first.currency) }]
  })
}

const toWire = ({ taxId, name, kind, rate, currency, sums, count, first }: WithheldGroup): WithheldWire => ({
  taxId,
  name,
  kind,
  rate,
  currency: currencyFrom(currency),
  ...sumsToWire(sums, currency),
  orderCount: count,
  orders: first.map(({ movement, withheld }) => ({
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
