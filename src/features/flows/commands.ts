/** Editing the draft of the flow. Publishing it touches orders and belongs to simulation (`publish-flow.ts`). */

import { ratesAt } from '#features/exchange-rates/store.ts'
import { flowFact } from '#features/flows/facts.ts'
import { withLater } from '#features/flows/rules/later.ts'
import { readRule } from '#features/flows/rules/written.ts'
import { type FlowRefusal, findings, flowAbilities } from '#features/flows/rules.ts'
import { currentFlow, deleteDraft, known, lockDraft, saveDraft } from '#features/flows/store.ts'
import { flowWords } from '#features/flows/text.ts'
import type { discardFlowDraft, saveFlowDraft } from '#features/flows/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf, ResponseOf } from '#kernel/endpoint.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Answer<T> = Promise<T | Refusal<FlowRefusal>>

/** Saves the draft if its revision is still the one that was read, so that nobody overwrites another's changes. */
export async function saveDraftOfRules(
  tx: TenantTx,
  actor: Actor,
  { revision, rules }: BodyOf<typeof saveFlowDraft>,
): Answer<ResponseOf<typeof saveFlowDraft>> {
  const may = flowAbilities(actor).edit
  if (may !== true) return may
  const before = (await lockDraft(tx)) ?? (await currentFlow(tx))
  const written = rules.map(rule => readRule(withLater(rule, before.rules)))
  const saved = await saveDraft(tx, actor.userId, written, revision)
  if (saved === null) return refuse('stale_draft')
  await record(
    tx,
    actor,
    flowFact('flow.draft_saved', 'draft', {
      after: { revision: saved, rules: rules.map(rule => rule.name) },
    }),
  )
  const [existing, rates] = await Promise.all([known(tx, written), ratesAt(tx, tx.now)])
  const found = findings(written, { ...existing, rates })
  return {
    revision: saved,
    findings: found.map(({ pointer, refusal }) => ({ pointer, message: flowWords(refusal) })),
  }
}

/** Deletes the draft, if its revision is still the one that was read. */
export async function discard(
  tx: TenantTx,
  actor: Actor,
  { revision }: BodyOf<typeof discardFlowDraft>,
): Answer<ResponseOf<typeof discardFlowDraft>> {
  const may = flowAbilities(actor).edit
  if (may !== true) return may
  const draft = await lockDraft(tx)
  if (!draft) return refuse('no_draft')
  if (draft.revision !== revision) return refuse('stale_draft')
  await deleteDraft(tx)
  await record(tx, actor, flowFact('flow.draft_discarded', 'draft', {}))
  return {}
}
