/**
 * Publication of the flow: it applies to orders submitted from now on, and to orders that nobody could approve until
 * now.
 */
import { unblock } from '#features/approvals/commands/unblock.ts'
import { projectsBlockedForApprovers } from '#features/documents/store/blocked.ts'
import { ratesAt } from '#features/exchange-rates/store.ts'
import { flowFact } from '#features/flows/facts.ts'
import { writeRule } from '#features/flows/rules/written.ts'
import { flowAbilities, mayPublish, type Rule } from '#features/flows/rules.ts'
import { currentFlow, deleteDraft, insertFlow, known, lockDraft } from '#features/flows/store.ts'
import { lockAppointmentsEverywhere } from '#features/projects/store/projects.ts'
import type { publishFlow } from '#features/simulation/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf, ResponseOf } from '#kernel/endpoint.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Publishes the draft. Orders on their way keep the version they were submitted under. */
export async function publish(
  tx: TenantTx,
  actor: Actor,
  { revision, note }: BodyOf<typeof publishFlow>,
): Promise<ResponseOf<typeof publishFlow> | Refusal> {
  const may = flowAbilities(actor).publish
  if (may !== true) return may
  await lockAppointmentsEverywhere(tx)
  const draft = await lockDraft(tx)
  if (!draft) return refuse('no_draft')
  if (draft.revision !== revision) return refuse('stale_draft')
  const before = await currentFlow(tx)
  if (serialised(before.rules) === serialised(draft.rules)) return refuse('same_rules')
  const [existing, rates] = await Promise.all([known(tx, draft.rules), ratesAt(tx, tx.now)])
  const mayHold = mayPublish(draft.rules, { ...existing, rates })
  if (mayHold !== true) return mayHold
  const version = (before.version ?? 0) + 1
  await insertFlow(tx, { version, rules: draft.rules, note, publishedBy: actor.userId })
  await deleteDraft(tx)
  await record(
    tx,
    actor,
    flowFact('flow.published', String(version), {
      before: { version: before.version, rules: before.rules.map(rule => rule.name) },
      after: { version, rules: draft.rules.map(rule => rule.name) },
      reason: note,
    }),
  )
  for (const projectId of await projectsBlockedForApprovers(tx))
    await unblock(tx, actor, projectId, 'current')
  return { version }
}

const serialised = (rules: readonly Rule[]): string => JSON.stringify(rules.map(writeRule))
