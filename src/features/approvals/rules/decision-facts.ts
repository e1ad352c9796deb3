/** Facts by which the rules judge whoever decides an order. */
import { type DecisionFacts, hasParticipated, hasSeat, type Stage } from '#features/approvals/rules.ts'
import type { Mandate } from '#features/delegations/rules.ts'
import { type DocumentState, seesDocument } from '#features/documents/rules.ts'
import { holds, personSide, type Standing } from '#features/projects/rules.ts'
import type { Actor } from '#kernel/actor.ts'

type Project = { readonly standing: Standing }

/**
 * True for people who see the project, for participants in the approval, and for substitutes of people with a seat.
 */
export const maySee = (
  actor: Actor,
  { standing }: Project,
  document: { readonly providerId: string },
  { stages, standsInFor }: DecisionFacts,
): boolean =>
  seesDocument(actor, standing, document) ||
  hasParticipated(stages, actor.userId) ||
  standsInFor.some(principal => hasSeat(stages, principal.userId))

export const toDecisionFacts = (
  actor: Actor,
  document: { readonly state: DocumentState; readonly authorIds: readonly string[] },
  { standing, policies }: Project & { readonly policies: { readonly executorMayApprove: boolean } },
  stages: readonly Stage[],
  mandates: readonly Mandate[],
): DecisionFacts => ({
  state: document.state,
  authorIds: document.authorIds,
  stages,
  isExecutor: holds(actor, standing, 'execute'),
  executorMayApprove: policies.executorMayApprove,
  standsInFor: mandates,
  side: personSide(actor, standing.clientId),
})
