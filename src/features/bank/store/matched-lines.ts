/** Lines that wait, each with what it is of: the screen and the command that settles ask the same. */
import { type Match, matchLines, type OpenPayment } from '#features/bank/rules/bank-matching.ts'
import { matchStatuses, type StatusMatch } from '#features/bank/rules/match-statuses.ts'
import type { BankStatus, StatusReport } from '#features/bank/rules/statement.ts'
import type { ToldStatus } from '#features/bank/rules/told-lines.ts'
import { type KeptLine, type KeptMovement, type KeptStatus, openLines } from '#features/bank/store/lines.ts'
import { expectedIncomes, openPayments } from '#features/bank/store/open-money.ts'
import type { Actor } from '#kernel/actor.ts'
import { minorFromText } from '#kernel/money.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type MatchedLine = { readonly kept: KeptLine; readonly match: Match }

export type MatchedLines = {
  /** In the order in which they came. */
  readonly lines: readonly MatchedLine[]
  readonly payments: readonly OpenPayment[]
}

export async function matchedLines(tx: TenantTx, actor: Actor): Promise<MatchedLines> {
  const [kept, { payments, left }, incomes] = await Promise.all([
    openLines(tx),
    openPayments(tx, actor),
    expectedIncomes(tx, actor),
  ])
  const movements = kept.filter((each): each is KeptMovement => each.status === null)
  const statuses = kept.filter((each): each is KeptStatus => each.status !== null)
  const found = matchLines(
    movements.map(({ line, currency }) => ({ ...line, currency })),
    { payments, left, incomes },
  )
  const lines = [
    ...movements.map((movement, index) => ({ kept: movement, match: found[index] ?? unlike })),
    ...matchedStatuses(statuses, payments),
  ]
  return { lines: lines.sort((one, other) => (one.kept.id < other.kept.id ? -1 : 1)), payments }
}

const unlike: Match = { certainty: 'none', kind: null, payments: [], why: 'nothing_alike' }

/** Rejections that wait; the other statuses of their reports say which payments they are not of. */
function matchedStatuses(statuses: readonly KeptStatus[], payments: readonly OpenPayment[]): MatchedLine[] {
  const reports = Map.groupBy(statuses, ({ bankFileId, status }) => `${bankFileId} ${status.messageId}`)
  return [...reports.values()].flatMap(of => {
    const found = Map.groupBy(matchStatuses(reportFrom(of), payments), ({ place }) => place)
    return of
      .filter(({ state }) => state === 'open')
      .map(kept => ({ kept, match: rejection(found.get(kept.place) ?? []) }))
  })
}

function reportFrom(statuses: readonly KeptStatus[]): StatusReport {
  const [first] = statuses
  if (!first) throw new Error('a group has a status')
  return {
    kind: 'status',
    format: 'pain002',
    messageId: first.status.messageId,
    statuses: statuses.map(({ status }) => toStatus(status)),
  }
}

const toStatus = ({ amountMinor, ...status }: ToldStatus): BankStatus => ({
  ...status,
  amountMinor: amountMinor === null ? null : minorFromText(amountMinor),
})

/** A report proves no movement: of a payment that somebody confirmed, only a statement says that it came back. */
function rejection(found: readonly StatusMatch[]): Match {
  const rejected = found.find(({ kind }) => kind === 'rejected')
  const [other] = found
  if (rejected || !other) return rejected ?? unlike
  return other.kind === 'returned' ? { ...other, certainty: 'none', why: 'already_paid' } : other
}
