/** Addition of one more approver to an order, by somebody who can decide it now. */

import { approvalFact } from '#features/approvals/facts.ts'
import { makeRoom, mayAddApprover, mayBeAdded, mayPlace } from '#features/approvals/rules/added.ts'
import { maySee, toDecisionFacts } from '#features/approvals/rules/decision-facts.ts'
import { stageLines } from '#features/approvals/rules/route.ts'
import { countSeats, decidableSeat, type Seat, type Stage } from '#features/approvals/rules.ts'
import { makeTurn, stageName } from '#features/approvals/store/added.ts'
import { currentStages, insertStagesAndSeats } from '#features/approvals/store.ts'
import { addedBasis, addedName } from '#features/approvals/text/added.ts'
import type { addApprover } from '#features/approvals/wire/added.ts'
import { covering } from '#features/delegations/rules.ts'
import { findMandates } from '#features/delegations/store.ts'
import { sameRevision } from '#features/documents/rules.ts'
import { type LockedDocument, lockDocument, saveState } from '#features/documents/store.ts'
import { readNames } from '#features/projects/store/people.ts'
import { permitted } from '#features/projects/store/permitted.ts'
import { projectOfDocument } from '#features/projects/store/standing.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf, ResponseOf } from '#kernel/endpoint.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Asked = BodyOf<typeof addApprover>

/** Locks the order's row first: whoever decides meanwhile has decided before, or finds the added approver. */
export async function add(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
  asked: Asked,
): Promise<ResponseOf<typeof addApprover> | Refusal> {
  const [document, project, stages, mandates] = await Promise.all([
    lockDocument(tx, documentId),
    projectOfDocument(tx, actor, documentId),
    currentStages(tx, documentId),
    findMandates(tx, actor, documentId, { held: true }),
  ])
  if (!document || !project) return refuse('not_found')
  const standsInFor = covering(actor, mandates, document, 'approve')
  const facts = toDecisionFacts(actor, document, project, stages, standsInFor)
  if (!maySee(actor, project, document, facts)) return refuse('not_found')
  const person = await permitted(tx, asked.userId, project.id)
  const may = firstRefusal<string>(
    sameRevision(document, asked.revision),
    mayAddApprover(actor, facts),
    mayPlace(stages, asked.place),
    // Null for a person of another company and for an unknown id alike: neither exists for this one.
    person
      ? mayBeAdded(actor, person, { ...facts, clientId: document.clientId })
      : refuse('person_not_eligible'),
  )
  if (may !== true) return may
  const seat = decidableSeat(actor.userId, facts)
  const stage = stages.find(({ seats }) => seats.some(({ id }) => id === seat?.id))
  if (!seat || !stage) return refuse('no_seat')
  const next = await insertAdded(tx, actor, { document, stages, stage, seat, asked })
  return { id: documentId, revision: document.revision, approvals: countSeats(next) }
}

type Adding = {
  readonly document: LockedDocument
  readonly stages: readonly Stage[]
  /** Stage and seat in which the person sits who adds, or their principal. */
  readonly stage: Stage
  readonly seat: Seat
  readonly asked: Asked
}

/** Writes the added stage with its seat and its fact; returns the stages after it. */
async function insertAdded(
  tx: TenantTx,
  actor: Actor,
  { document, stages, stage, seat, asked }: Adding,
): Promise<readonly Stage[]> {
  const { id: documentId, revision, state, blockCause } = document
  const { userId, place, reason } = asked
  const { kept, added } = makeRoom(stages, stage.turn, place)
  const [names, besideName] = await Promise.all([
    readNames(tx, [userId]),
    stageName(tx, document, stage.stage),
    place === 'before' && makeTurn(tx, document, stage.turn),
  ])
  const written = {
    ...added,
    name: addedName,
    basis: addedBasis(place, besideName),
    approverIds: [userId],
    deputy: null,
    added: { byId: actor.userId, reason, place },
  }
  const seats = await insertStagesAndSeats(tx, document, [written])
  const next = [...kept, { ...added, seats }]
  const moved = kept.filter((each, index) => each.turn !== stages[index]?.turn)
  await Promise.all([
    saveState(tx, documentId, { state, blockCause, counters: countSeats(next) }),
    record(
      tx,
      actor,
      approvalFact('document.approver_added', documentId, {
        after: {
          revision,
          stage: added.stage,
          place,
          approverId: userId,
          approver: names.get(userId) ?? null,
          stages: stageLines([...moved, added]),
        },
        reason,
        onBehalfOf: seat.approverId === actor.userId ? null : seat.approverId,
      }),
    ),
  ])
  return next
}
