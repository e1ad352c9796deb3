/**
 * Lines settled with what they are of: payments are confirmed with an excerpt of their line as proof, or come back. The
 * commands of executions do it, and refuse what the person may not; only what the matching says again, once lines and
 * orders are locked, is settled.
 */
import { type Proof, settleMatch } from '#features/bank/commands/settle-match.ts'
import { type DeskRefusal, deskAbilities, type LineState } from '#features/bank/rules/desk.ts'
import { excerptsFor } from '#features/bank/store/excerpts.ts'
import { lockLines } from '#features/bank/store/lines.ts'
import { type MatchedLine, matchedLines } from '#features/bank/store/matched-lines.ts'
import { findsEverywhere, lockImports } from '#features/bank/store.ts'
import { lineAbility } from '#features/bank/text/desk.ts'
import type { Excerpt } from '#features/bank/text/excerpt.ts'
import type { settleBankLines, ToSettleWire } from '#features/bank/wire.ts'
import { lockOrders } from '#features/executions/store/batches.ts'
import { isUnconfirmed } from '#features/step-up/commands/require.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf, ResponseOf } from '#kernel/endpoint.ts'
import { newId } from '#kernel/ids.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { behindSavepoint } from '#server/database/savepoint.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { type FileStore, streamFrom } from '#server/files/file-store.ts'
import type { Each } from '#server/http/route.ts'

type Answer = ResponseOf<typeof settleBankLines>
export type Press = {
  readonly files: Pick<FileStore, 'receive'>
  readonly print: (excerpt: Excerpt) => Promise<Buffer>
}

/**
 * Whoever settles a payment above the company's amount confirms who they are: a press asks for it, and settles nothing until
 * then; of what settles by itself, such a line waits for a person.
 */
type Unconfirmed = 'asks' | 'waits'

/** Prints the excerpts outside of any transaction, and settles in one. */
export async function settleLines(
  each: Each,
  press: Press,
  { lines }: BodyOf<typeof settleBankLines>,
  unconfirmed: Unconfirmed = 'asks',
): Promise<Answer | Refusal> {
  const said = await each((tx, actor) => whatIsSaid(tx, actor, lines))
  if (isRefusal(said)) return said
  const proofs = await printed(press, said)
  return each((tx, actor) => settleAll(tx, actor, lines, { proofs, unconfirmed }))
}

type Said = {
  readonly companyId: string
  readonly excerpts: { readonly [lineId: string]: Excerpt }
}

/** Excerpts of the lines, before they are printed. */
async function whatIsSaid(
  tx: TenantTx,
  actor: Actor,
  lines: readonly ToSettleWire[],
): Promise<Said | Refusal<DeskRefusal>> {
  const may = await maySettle(tx, actor)
  if (may !== true) return may
  const found = await excerptsFor(
    tx,
    actor,
    lines.map(({ lineId }) => lineId),
  )
  const joint = new Set(lines.filter(({ payments }) => payments.length > 1).map(({ lineId }) => lineId))
  const excerpts = Object.entries(found).map(
    ([lineId, excerpt]) => [lineId, { ...excerpt, isJoint: joint.has(lineId) }] as const,
  )
  return { companyId: tx.companyId, excerpts: Object.fromEntries(excerpts) }
}

async function maySettle(tx: TenantTx, actor: Actor): Promise<true | Refusal<DeskRefusal>> {
  return deskAbilities({ ...actor, executesEverywhere: await findsEverywhere(tx, actor) }).settle
}

async function printed(
  { files, print }: Press,
  { companyId, excerpts }: Said,
): Promise<ReadonlyMap<string, Proof>> {
  const proofs = new Map<string, Proof>()
  for (const [lineId, excerpt] of Object.entries(excerpts)) {
    const paper = await print(excerpt)
    // Another file at each printing: one that an earlier request has kept is never written again.
    const proofId = newId()
    const blob = await files.receive(companyId, proofId, streamFrom(paper))
    proofs.set(lineId, {
      ...blob,
      id: proofId,
      name: `Movimiento del banco ${excerpt.bookedOn}.pdf`,
      excerpt,
    })
  }
  return proofs
}

async function settleAll(
  tx: TenantTx,
  actor: Actor,
  asked: readonly ToSettleWire[],
  { proofs, unconfirmed }: { proofs: ReadonlyMap<string, Proof>; unconfirmed: Unconfirmed },
): Promise<Answer | Refusal> {
  const may = await maySettle(tx, actor)
  if (may !== true) return may
  // No file comes in meanwhile that tells one of these movements otherwise.
  await lockImports(tx)
  const states = await lockLines(
    tx,
    asked.map(({ lineId }) => lineId),
  )
  await lockOrders(tx, [
    ...new Set(asked.flatMap(({ payments }) => payments.map(({ documentId }) => documentId))),
  ])
  const { lines, payments } = await matchedLines(tx, actor)
  const byId = new Map(lines.map(line => [line.kept.id, line]))
  const items: Answer['items'] = []
  for (const item of asked.toSorted(byTurn)) {
    const line = theVeryMatch(item, states.get(item.lineId), byId.get(item.lineId))
    const settled = isRefusal(line)
      ? line
      : await behindSavepoint(
          tx,
          () =>
            settleMatch(tx, actor, line, { payments, proof: proofs.get(item.lineId) ?? null }).catch(error =>
              leaves(error, unconfirmed),
            ),
          outcome => outcome === true,
        )
    items.push({ lineId: item.lineId, settled: lineAbility(settled) })
  }
  return { items }
}

/** Refuses the line whose person has not confirmed who they are, where nobody is asked. @throws any other failure */
function leaves(error: unknown, unconfirmed: Unconfirmed): Refusal<DeskRefusal> {
  if (unconfirmed === 'waits' && isUnconfirmed(error)) return refuse('forbidden')
  throw error
}

/** Order of settling: a payment goes before its return. */
function byTurn(one: ToSettleWire, other: ToSettleWire): number {
  const isBack = ({ kind }: ToSettleWire) => Number(kind === 'returned' || kind === 'rejected')
  return isBack(one) - isBack(other) || (one.lineId < other.lineId ? -1 : 1)
}

/** The line, when what the person saw is what the matching says of it now. */
function theVeryMatch(
  { kind, payments }: ToSettleWire,
  state: LineState | undefined,
  line: MatchedLine | undefined,
): MatchedLine | Refusal<DeskRefusal> {
  if (state === undefined) return refuse('not_found')
  if (state !== 'open' || line === undefined) return refuse('line_decided')
  const { match } = line
  const key = ({ documentId, payment }: ToSettleWire['payments'][number]) => `${documentId} ${payment}`
  const seen = new Set(payments.map(key))
  const isSame =
    match.certainty !== 'none' &&
    match.kind === kind &&
    match.payments.length === payments.length &&
    match.payments.every(payment => seen.has(key(payment)))
  return isSame ? line : refuse('match_changed')
}
