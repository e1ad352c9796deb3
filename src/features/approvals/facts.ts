/**
 * Facts of approvals. All are about the order, in whose history they stand. A decision has notices and mails, because
 * somebody else acts next, or whoever asked learns the outcome; an approval undone at once (`approval.undone`) only
 * refreshes open screens, because nobody had to act on it.
 */
import type { Place } from '#features/approvals/rules/added.ts'
import type { ForcedDecision } from '#features/approvals/rules/forced.ts'
import type { Decision } from '#features/approvals/rules.ts'
import type { DocumentState } from '#features/documents/rules.ts'
import type { ConfirmingStep } from '#features/identity/rules/confirmation.ts'
import { content, defineFacts, type StoredContent } from '#kernel/fact.ts'
import type { MoneyWire } from '#kernel/wire.ts'

type Decided = {
  readonly state: DocumentState
  readonly decision: Decision
  readonly revision: number
  /** Seats of the order approved so far, this one too, and all its seats. */
  readonly approved: number
  readonly total: number
  /** Null for a forced decision, which is of no seat. */
  readonly seatId: string | null
  /** True when an administrator decided in the place of all who were asked; absent otherwise. */
  readonly forced?: true
  /** Name of the person who decided, as it was then. */
  readonly byName: string
  /** SHA-256 of the order's content on which the person decided; null when the order has none. */
  readonly content: string | null
  /** The budget owners' stage when this decision added it, as `stageLines` writes it; else empty. */
  readonly stages: readonly string[]
  /** The turn that this decision opened; null when it opened none. */
  readonly openedTurn: number | null
  /** Overrun that this approval made within the contract's tolerance; absent for any other decision. */
  readonly tolerated?: Tolerated
  /** The same of the year of its cost centre. */
  readonly toleratedOfCentre?: Tolerated
  /** `mail`: decided with the link of a mail; absent for a decision taken in the product. */
  readonly through?: 'mail'
  /** Step by which the person confirmed who they are; absent where the order's amount asked for none. */
  readonly confirmedBy?: ConfirmingStep
}

/** By how much more than its total a contract, or a year of a cost centre, is spent, and how much its tolerance allows. */
export type Tolerated = { readonly over: MoneyWire; readonly allowed: MoneyWire }

type DecidedContent = { readonly before: { readonly state: DocumentState }; readonly after: Decided }

/** An approval among others of its turn asks nobody and ends nothing: it only shows on open screens. */
const concernedByDecision = ({ before, after }: DecidedContent) => {
  if (after.state !== before.state) return ['notices', 'mails', 'live', 'outcomes'] as const
  return after.openedTurn === null ? (['live'] as const) : (['notices', 'mails', 'live'] as const)
}

type Undone = {
  readonly state: DocumentState
  readonly revision: number
  /** Number of the stage, from one. */
  readonly stage: number
  readonly approved: number
  readonly total: number
}

/** A seat's holder; the name is null for somebody who has left the company. */
type Holder = { readonly approverId: string; readonly approver: string | null }

type Forcing = {
  readonly revision: number
  readonly decision: ForcedDecision
  /** Numbers of the stages that it decided. */
  readonly forcedStages: readonly string[]
  /** Names of the people who are no longer asked, and their ids, by which an erasure finds them. */
  readonly holders: readonly string[]
  readonly holderIds: readonly string[]
}

type AddedApprover = {
  readonly revision: number
  /** Number of the added stage. */
  readonly stage: number
  readonly place: Place
  readonly approverId: string
  readonly approver: string | null
  /** Lines of the added stage, and of those that it moved to a later turn, as `stageLines` writes them. */
  readonly stages: readonly string[]
}

/** A seat that was given to a deputy, or refused to them. Ids stand beside names, by which an erasure finds them. */
type DeputySeat = {
  readonly revision: number
  /** Number of the stage, from one. */
  readonly stage: number
  readonly approverId: string
  readonly approver: string | null
  /** The approver who did not decide, the seat in which they sit, and the days that it has waited by configuration. */
  readonly waitingId: string
  readonly waiting: string | null
  readonly waitingSeatId: string
  readonly afterDays: number
}

const decisionSentences: Record<Decision, string> = {
  approve: 'Aprobación dada',
  reject: 'Pedido rechazado',
  return: 'Pedido devuelto para cambios',
}

const sentencesByDecision = new Map<unknown, string>(Object.entries(decisionSentences))

/** Nobody who was asked has given the approval. */
function forcedSentence({ decision, state }: NonNullable<StoredContent>): string {
  if (decision === 'reject') return 'Pedido rechazado por decisión forzada'
  return state === 'approved'
    ? 'Pedido aprobado por decisión forzada'
    : 'Etapas aprobadas por decisión forzada'
}

export const approvalFact = defineFacts({
  'approval.decided': {
    object: 'document',
    sentence: (after: StoredContent) =>
      after?.forced === true
        ? forcedSentence(after)
        : (sentencesByDecision.get(after?.decision) ?? 'Decisión sobre un pedido'),
    content: content<DecidedContent>(),
    subscribers: ['notices', 'mails', 'live', 'outcomes'],
    concerned: concernedByDecision,
  },
  'approval.undone': {
    object: 'document',
    sentence: 'Aprobación deshecha',
    content: content<{ after: Undone }>(),
    subscribers: ['live'],
  },
  'approval.taken_back': {
    object: 'document',
    sentence: 'Última aprobación deshecha',
    content: content<{ before: { state: DocumentState }; after: Undone }>(),
    subscribers: ['notices', 'live'],
  },
  'approval.reassigned': {
    object: 'document',
    sentence: (after: StoredContent) =>
      typeof after?.approver === 'string'
        ? `Aprobación reasignada a ${after.approver}`
        : 'Aprobación reasignada a otra persona',
    // `isOpen`: the new holder is asked now, because it is the turn of their stage.
    content: content<{
      before: Holder
      after: Holder & { revision: number; stage: number; isOpen: boolean }
    }>(),
    subscribers: ['notices', 'mails', 'live'],
  },
  'approval.forced': {
    object: 'document',
    sentence: (after: StoredContent) =>
      after?.decision === 'reject'
        ? 'Rechazo forzado por administración'
        : 'Aprobación forzada por administración',
    content: content<{ after: Forcing }>(),
    subscribers: ['notices', 'live'],
  },
  'document.approver_added': {
    object: 'document',
    sentence: (after: StoredContent) =>
      typeof after?.approver === 'string' ? `Aprobador añadido: ${after.approver}` : 'Aprobador añadido',
    content: content<{ after: AddedApprover }>(),
    subscribers: ['notices', 'mails', 'live'],
  },
  'approval.deputy_seated': {
    object: 'document',
    sentence: (after: StoredContent) =>
      typeof after?.approver === 'string'
        ? `Suplente por demora: ${after.approver}`
        : 'Suplente por demora incorporado',
    content: content<{ after: DeputySeat & { readonly seatId: string } }>(),
    subscribers: ['notices', 'mails', 'live'],
  },
  'approval.deputy_refused': {
    object: 'document',
    sentence: 'Suplente por demora que no puede aprobar',
    // `told`: the reason in words, which follow the deputy’s name.
    content: content<{ after: DeputySeat & { readonly because: string; readonly told: string } }>(),
    subscribers: ['notices', 'live'],
  },
  'approval.dropped': {
    object: 'document',
    sentence: 'Aprobación que ya no se pide',
    content: content<{ before: Holder; after: { revision: number } }>(),
    subscribers: ['live'],
  },
})
