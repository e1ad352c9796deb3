/** A line that is of no order: put aside with what it is, and taken back. */
import { bankFact } from '#features/bank/facts.ts'
import { type DeskRefusal, deskAbilities } from '#features/bank/rules/desk.ts'
import { lockLines, saveDecision } from '#features/bank/store/lines.ts'
import { findsEverywhere } from '#features/bank/store.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Answer = { readonly id: string } | Refusal<DeskRefusal>

export async function explain(
  tx: TenantTx,
  actor: Actor,
  lineId: string,
  explanation: string,
): Promise<Answer> {
  const state = await lockedState(tx, actor, lineId)
  if (typeof state !== 'string') return state
  if (state !== 'open') return refuse('line_decided')
  await saveDecision(tx, actor, lineId, { state: 'explained', explanation })
  await record(
    tx,
    actor,
    bankFact('bank_line.explained', lineId, { after: { state: 'explained' }, reason: explanation }),
  )
  return { id: lineId }
}

export async function reopen(tx: TenantTx, actor: Actor, lineId: string): Promise<Answer> {
  const state = await lockedState(tx, actor, lineId)
  if (typeof state !== 'string') return state
  if (state !== 'explained') return refuse('line_not_explained')
  await saveDecision(tx, actor, lineId, { state: 'open' })
  await record(tx, actor, bankFact('bank_line.reopened', lineId, { after: { state: 'open' } }))
  return { id: lineId }
}

/** State of the locked line, when this person works at the desk. */
async function lockedState(tx: TenantTx, actor: Actor, lineId: string) {
  const [states, executesEverywhere] = await Promise.all([
    lockLines(tx, [lineId]),
    findsEverywhere(tx, actor),
  ])
  const may = deskAbilities({ ...actor, executesEverywhere }).explain
  if (may !== true) return may
  return states.get(lineId) ?? refuse<DeskRefusal>('not_found')
}
