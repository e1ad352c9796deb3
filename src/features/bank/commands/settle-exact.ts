/**
 * Lines of a file that can be no other, settled as it comes in where the company has said so: in the name of whoever
 * brought the file, by the same command and with the same rules as a person's press.
 */
import { type Press, settleLines } from '#features/bank/commands/settle.ts'
import { deskAbilities, linesOfPage } from '#features/bank/rules/desk.ts'
import { type MatchedLine, matchedLines } from '#features/bank/store/matched-lines.ts'
import { findsEverywhere, settlesExactLines } from '#features/bank/store.ts'
import type { ToSettleWire } from '#features/bank/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import { isRefusal, type Refusal } from '#kernel/refusal.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import type { Each } from '#server/http/route.ts'

/** Number of lines settled, the first of the file. What is refused waits, and so do those beyond a page. */
export async function settleExactLines(each: Each, press: Press, bankFileId: string): Promise<number> {
  const lines = await each((tx, actor) => exactLines(tx, actor, bankFileId))
  if (isRefusal(lines) || lines.length === 0) return 0
  const answer = await settleLines(each, press, { lines: [...lines] }, 'waits')
  return isRefusal(answer) ? 0 : answer.items.filter(({ settled }) => settled === true).length
}

async function exactLines(
  tx: TenantTx,
  actor: Actor,
  bankFileId: string,
): Promise<readonly ToSettleWire[] | Refusal> {
  const [isAllowed, executesEverywhere] = await Promise.all([
    settlesExactLines(tx),
    findsEverywhere(tx, actor),
  ])
  if (!isAllowed || deskAbilities({ ...actor, executesEverywhere }).settle !== true) return []
  const { lines } = await matchedLines(tx, actor)
  return lines
    .filter(({ kept }) => kept.bankFileId === bankFileId)
    .flatMap(asExact)
    .slice(0, linesOfPage)
}

/** The line with the payments that settle it; nothing for one that may be something else. */
function asExact({ kept, match: { certainty, kind, payments } }: MatchedLine): ToSettleWire[] {
  if (certainty !== 'exact' || kind === null) return []
  const keys = payments.map(({ documentId, payment }) => ({ documentId, payment }))
  return [{ lineId: kept.id, kind, payments: keys }]
}
