/** Credit notes whose execution is taken back: the payment that they reduced came back from the bank. */
import { mayCommit } from '#features/contracts/rules/budget.ts'
import { lockChargedContract } from '#features/contracts/store.ts'
import { moveBudgets } from '#features/cost-centres/commands/move-budgets.ts'
import { mayCommitToCentre } from '#features/cost-centres/rules/year.ts'
import { toldTo } from '#features/cost-centres/rules.ts'
import { lockChargedCentre } from '#features/cost-centres/store.ts'
import { documentFact } from '#features/documents/facts.ts'
import { updateCounters } from '#features/documents/store/counters.ts'
import { savePayment } from '#features/documents/store/payments.ts'
import { type LockedDocument, lockDocument } from '#features/documents/store.ts'
import { executionFact } from '#features/executions/facts.ts'
import { type NewReturn, saveReturn, standingExecutions } from '#features/executions/store.ts'
import type { Actor } from '#kernel/actor.ts'
import { add, subtract } from '#kernel/money.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { moneyToWire } from '#kernel/wire.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type NoteToReopen = LockedDocument & { readonly attempt: number }

/** Charge that becomes free in a contract and a cost centre with the same return. */
type Freed = Pick<LockedDocument, 'contractId' | 'costCentre' | 'charge'>

/**
 * The locked credit notes with these ids; refused where a contract or a cost centre that blocks has spent meanwhile what they
 * gave back to it, until its total is raised. `freed`: null where the payment that came back is owed again.
 */
export async function notesToReopen(
  tx: TenantTx,
  actor: Actor,
  creditNoteIds: readonly string[],
  freed: Freed | null,
): Promise<NoteToReopen[] | Refusal> {
  const notes: NoteToReopen[] = []
  for (const id of creditNoteIds) {
    const [note, [execution]] = await Promise.all([lockDocument(tx, id), standingExecutions(tx, id)])
    if (!note || !execution) throw new Error(`${id} was not executed with its payment`)
    notes.push({ ...note, attempt: execution.attempt })
  }
  const byContract = [...Map.groupBy(notes, ({ contractId }) => contractId)].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  )
  for (const [contractId, [first, ...others]] of byContract) {
    const contract = await lockChargedContract(tx, contractId)
    if (!contract || !first) throw new Error(`${contractId} is gone`)
    const charge = others.reduce((total, note) => add(total, note.charge), first.charge)
    const { policy, tolerance } = contract
    const needed = freed?.contractId === contractId ? subtract(charge, freed.charge) : charge
    if (mayCommit(contract.balance, needed, { policy, tolerance }) !== true)
      return refuse('credit_spent', { contract: contractId })
  }
  const fitsCentres = await centresTakeBack(tx, actor, notes, freed)
  return fitsCentres === true ? notes : fitsCentres
}

/** Refuses credit notes of which a cost centre that blocks has spent meanwhile what they gave back to it. */
async function centresTakeBack(
  tx: TenantTx,
  actor: Actor,
  notes: readonly NoteToReopen[],
  freed: Freed | null,
): Promise<true | Refusal> {
  const charged = notes.flatMap(({ costCentre, charge }) => (costCentre ? [{ ...costCentre, charge }] : []))
  const byCentre = [...Map.groupBy(charged, ({ id, year }) => `${id} ${year}`)].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  )
  for (const [, [first, ...others]] of byCentre) {
    const centre = first && (await lockChargedCentre(tx, first))
    if (!centre) throw new Error('the cost centre of a credit note is gone')
    const charge = others.reduce((total, note) => add(total, note.charge), first.charge)
    const isFreed = freed?.costCentre?.id === first.id && freed.costCentre.year === first.year
    const needed = isFreed ? subtract(charge, freed.charge) : charge
    if (mayCommitToCentre(centre, needed, 'budgets') === true) continue
    return refuse('credit_spent', toldTo(actor, centre) === 'nothing' ? {} : { centre: centre.code })
  }
  return true
}

type CameBack = Pick<NewReturn, 'returnedBy' | 'returnedOn' | 'reason'> & {
  /** Order whose payment came back. */
  readonly reduces: string
  readonly onBehalfOf: string | null
}

/** Puts a credit note back among those that wait: what it gave back is used again. */
export async function reopenNote(
  tx: TenantTx,
  actor: Actor,
  note: NoteToReopen,
  { reduces, onBehalfOf, ...came }: CameBack,
): Promise<void> {
  const { id: documentId, attempt, state: before } = note
  const state = 'approved'
  await saveReturn(tx, { ...came, documentId, payment: 1, attempt })
  await savePayment(tx, [], { documentId, number: 1, isPaid: false, state, paymentBatchId: null })
  await Promise.all([
    updateCounters(tx, note, { ...note, state }),
    moveBudgets(tx, { ...note, documentId }, 'returned'),
    record(
      tx,
      actor,
      executionFact('execution.credit_reopened', documentId, {
        before: { state: before },
        after: { state, payment: 1, attempt, returnedOn: came.returnedOn, reduces },
        reason: came.reason,
        onBehalfOf,
      }),
    ),
    note.creditedId !== null &&
      record(
        tx,
        actor,
        documentFact('document.credit_reopened', note.creditedId, {
          after: { creditNoteId: documentId, amount: moneyToWire(note.amount) },
        }),
      ),
  ])
}
