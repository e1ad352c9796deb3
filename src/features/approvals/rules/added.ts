/**
 * Adding an approver: whoever is asked to decide an order adds one more person to it, with a reason. The added person
 * has a stage of their own: in the open turn (beside), or in one that is put before it. It belongs to the revision and
 * never replaces an approval that the order's flow asks for.
 */
import {
  type ApprovalRefusal,
  type ConflictOfDuties,
  conflictOfDuties,
  type DecisionFacts,
  mayDecide,
  mayHold,
  openTurn,
  type Seat,
  type Stage,
} from '#features/approvals/rules.ts'
import { isEligible } from '#features/projects/rules/granting.ts'
import {
  byAnotherHand,
  hasPart,
  type OwnHand,
  type Permitted,
  personSide,
  withEverywhere,
} from '#features/projects/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

/** Most approvers added to one revision of an order. */
export const maxAdded = 5

/** In the open turn, or in one that comes before it. */
export const places = ['beside', 'before'] as const
export type Place = (typeof places)[number]

export type AddingRefusal =
  | ApprovalRefusal
  | 'company_suspended'
  | 'too_many_added'
  | 'step_begun'
  | 'already_asked'
  | 'person_not_eligible'
  | OwnHand

/** Permission to add an approver: to whoever can decide the order now, a substitute too. */
export function mayAddApprover(actor: Actor, facts: DecisionFacts): true | Refusal<AddingRefusal> {
  const added = facts.stages.filter(({ isAdded }) => isAdded).length
  return firstRefusal<AddingRefusal>(
    mayDecide(actor, facts),
    actor.companySuspended ? refuse('company_suspended') : true,
    added < maxAdded ? true : refuse('too_many_added', { most: maxAdded }),
  )
}

/** Permission for the place: nobody is asked before a turn in which somebody has decided already. */
export function mayPlace(stages: readonly Stage[], place: Place): true | Refusal<AddingRefusal> {
  const turn = openTurn(stages)
  const seats = stages.filter(stage => stage.turn === turn).flatMap(stage => stage.seats)
  const isBegun = seats.some(({ status }) => status !== 'pending' && status !== 'void')
  return place === 'before' && isBegun ? refuse('step_begun') : true
}

export type AddingContext = Pick<DecisionFacts, 'authorIds' | 'stages' | 'executorMayApprove'> & {
  /** Client of the order. */
  readonly clientId: string
}

/**
 * Permission to be added: to whoever could have had a seat from the beginning, is not asked yet, and has a
 * part in the project already: only administrators give one. People of a client add their own.
 */
export function mayBeAdded(
  actor: Actor,
  person: Permitted,
  { clientId, authorIds, stages, executorMayApprove }: AddingContext,
): true | Refusal<AddingRefusal | ConflictOfDuties> {
  const { userId, own, everywhere } = person
  const executorIds = withEverywhere(own, everywhere).includes('execute') ? [userId] : []
  const mayKnow = personSide(actor, clientId) === 'company' || person.clientId === clientId
  const isFit =
    isEligible(person, clientId) &&
    hasPart(person, clientId) &&
    mayHold(personSide(person, clientId), { origin: 'general' })
  const because = conflictOfDuties(userId, { authorIds, executorIds, executorMayApprove })
  return firstRefusal<AddingRefusal | ConflictOfDuties>(
    byAnotherHand(actor, userId),
    isAsked(stages, userId) ? refuse('already_asked') : true,
    isFit && mayKnow ? true : refuse('person_not_eligible'),
    because === null ? true : refuse(because),
  )
}

/** True when the person is asked for an approval in this revision, or has decided one. */
const isAsked = (stages: readonly Stage[], userId: string): boolean =>
  stages
    .flatMap(stage => stage.seats)
    .some(
      ({ approverId, status, decidedById }) =>
        decidedById === userId || (approverId === userId && status !== 'void' && status !== 'skipped'),
    )

/** Stages with room for the added one, and that stage, without its seat. */
export function makeRoom(
  stages: readonly Stage[],
  turn: number,
  place: Place,
): { readonly kept: readonly Stage[]; readonly added: Stage & { readonly seats: readonly Seat[] } } {
  const kept =
    place === 'beside'
      ? stages
      : stages.map(stage => (stage.turn < turn ? stage : { ...stage, turn: stage.turn + 1 }))
  const stage = Math.max(...stages.map(each => each.stage)) + 1
  return {
    kept,
    added: { stage, turn, mode: 'all', needed: 1, origin: 'general', isAdded: true, seats: [] },
  }
}

/** Turn that the flow gave the stage: turns of added approvers alone are not counted. */
export function plannedTurn(stages: readonly Stage[], { turn }: Pick<Stage, 'turn'>): number {
  const earlier = new Set(stages.map(stage => stage.turn).filter(each => each < turn))
  const planned = new Set(stages.filter(({ isAdded }) => !isAdded).map(stage => stage.turn))
  return turn - [...earlier].filter(each => !planned.has(each)).length
}
