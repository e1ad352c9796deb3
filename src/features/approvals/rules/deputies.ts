/**
 * Deputies: a stage of the company's flow may name a person who is asked too when one of its approvals has waited for
 * too long. They get a seat beside the one that waits: whoever of both decides first decides for both.
 */
import {
  type ConflictOfDuties,
  conflictOfDuties,
  type DecisionFacts,
  isDecided,
  mayHold,
  type Seat,
  type Stage,
} from '#features/approvals/rules.ts'
import { isEligible } from '#features/projects/rules/granting.ts'
import { type Permitted, personSide, withEverywhere } from '#features/projects/rules.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

export type DeputyRefusal =
  | ConflictOfDuties
  | 'person_not_eligible'
  | 'already_asked'
  | 'already_decided'
  | 'deputy_absent'

export type DeputyContext = Pick<DecisionFacts, 'authorIds' | 'stages' | 'executorMayApprove'> & {
  /** Client of the order. */
  readonly clientId: string
  /** Stage in which an approval waits. */
  readonly stage: Stage
  /** True while the deputy has a substitute of their own in approving. */
  readonly isAbsent: boolean
}

/**
 * Permission to have the seat: to whoever could have had one from the beginning, is not asked in its stage, has decided
 * nothing of the revision and is there. `person` is null for somebody who is not in the company.
 */
export function mayStandBeside(
  person: Permitted | null,
  { clientId, stage, stages, isAbsent, ...duties }: DeputyContext,
): true | Refusal<DeputyRefusal> {
  if (!person) return refuse('person_not_eligible')
  const { userId, own, everywhere } = person
  const executorIds = withEverywhere(own, everywhere).includes('execute') ? [userId] : []
  const because = conflictOfDuties(userId, { ...duties, executorIds })
  const isFit = isEligible(person, clientId) && mayHold(personSide(person, clientId), stage)
  return firstRefusal<DeputyRefusal>(
    isFit ? true : refuse('person_not_eligible'),
    because === null ? true : refuse(because),
    stage.seats.some(({ approverId }) => approverId === userId) ? refuse('already_asked') : true,
    hasDecided(stages, userId) ? refuse('already_decided') : true,
    isAbsent ? refuse('deputy_absent') : true,
  )
}

const hasDecided = (stages: readonly Stage[], userId: string): boolean =>
  stages
    .flatMap(stage => stage.seats)
    .some(
      ({ approverId, decidedById = null, status }) =>
        isDecided(status) && (decidedById ?? approverId) === userId,
    )

/** The stage with the deputy's seat beside the one that waits. */
export const withDeputy = (stage: Stage, waiting: Seat, deputy: Seat): Stage => ({
  ...stage,
  seats: [
    ...stage.seats.map(seat => (seat.id === waiting.id ? { ...seat, pairId: waiting.id } : seat)),
    { ...deputy, pairId: waiting.id },
  ],
})
