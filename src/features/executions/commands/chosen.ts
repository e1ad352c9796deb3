/** Payments and credit notes chosen for a batch, locked and checked again. */
import { decidersOfEach } from '#features/approvals/store/deciders.ts'
import type { Principal } from '#features/delegations/rules.ts'
import { findExecutingFor } from '#features/delegations/store.ts'
import { findVisibleIds } from '#features/documents/store/visible.ts'
import { batchPrincipals, mayBatch, soundAccount, soundReason } from '#features/executions/rules/batch.ts'
import { mayNet, type NettingPair, type Note, nettings } from '#features/executions/rules/netting.ts'
import { lockCoolOffs } from '#features/executions/store/cool-off.ts'
import { lockPayable, type PayableDocument } from '#features/executions/store/payable.ts'
import { holds } from '#features/projects/rules.ts'
import { type ProjectWithStanding, readProjectWithStanding } from '#features/projects/store/standing.ts'
import type { Actor } from '#kernel/actor.ts'
import { firstRefusal, isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Chosen = {
  readonly documentIds: readonly string[]
  /** Credit notes, each with the order whose payment it reduces. */
  readonly pairs: readonly NettingPair[]
  readonly reason: string | null
  readonly bankCoolOffDays: number
}

/** Credit note that reduces a payment of the batch. */
export type ChosenNote = Note & { readonly invoiceNumber: string | null }

type Locked = {
  readonly documents: PayableDocument[]
  /** Credit notes by the order whose payment they reduce. */
  readonly notes: ReadonlyMap<string, readonly ChosenNote[]>
  /** In whose place the person pays; null for their own. */
  readonly onBehalfOf: string | null
}

type Paid = {
  readonly document: PayableDocument
  readonly project: ProjectWithStanding
  readonly standsInFor: readonly Principal[]
}

/**
 * Locks the orders by id, then their providers, and checks each again: an order that another batch took meanwhile, or
 * whose provider's account has changed, is refused here.
 */
export async function lockChosen(
  tx: TenantTx,
  actor: Actor,
  { documentIds: paymentIds, pairs, reason, bankCoolOffDays: coolOffDays }: Chosen,
): Promise<Locked | Refusal> {
  const noteIds = new Set(pairs.map(({ creditNoteId }) => creditNoteId))
  const documentIds = [...new Set([...paymentIds, ...noteIds])]
  const documents = await lockPayable(tx, documentIds)
  const coolOffs = await lockCoolOffs(tx, { documentIds, coolOffDays, zone: actor.zone })
  const deciders = await decidersOfEach(tx, documentIds)
  const executingFor = await findExecutingFor(tx, actor, documentIds, { held: true })
  const projects = new Map<string, ProjectWithStanding | null>()
  for (const { projectId } of documents)
    if (!projects.has(projectId)) projects.set(projectId, await readProjectWithStanding(tx, actor, projectId))
  const visibleIds = await findVisibleIds(tx, actor, documentIds)
  const visible = documents.filter(({ id }) => visibleIds.has(id))
  if (visible.length !== documentIds.length) return refuse('not_found')
  const handled = visible.map(document => ({
    document,
    project: projects.get(document.projectId) ?? null,
    standsInFor: executingFor.get(document.id) ?? [],
  }))
  const principals = batchPrincipals(
    handled.map(({ project, standsInFor }) => ({
      isOwn: project !== null && holds(actor, project.standing, 'execute'),
      standsInFor,
    })),
  )
  if (isRefusal(principals)) return principals
  const checked = principals.map(principal => ({
    onBehalfOf: principal?.userId ?? null,
    may: firstRefusal<string>(
      ...handled.map(({ document, project }) =>
        project === null
          ? refuse('not_found')
          : mayPay({ document, project, standsInFor: principal === null ? [] : [principal] }),
      ),
    ),
  }))
  const fit = checked.find(({ may }) => may === true)
  if (fit) return netted(visible, fit.onBehalfOf)
  return checked.map(({ may }) => may).find(may => may !== true) ?? refuse('not_found')

  function mayPay({ document, project, standsInFor }: Paid): true | Refusal {
    const hands = deciders.get(document.id) ?? { deciderIds: [], forcerIds: [] }
    const { executorMayApprove } = project.policies
    const { currency } = document.payable
    if (noteIds.has(document.id)) {
      const note = { ...document, ...hands, executorMayApprove, standsInFor, currency }
      return named(document.id, mayNet(actor, note, project.standing))
    }
    const may = firstRefusal<string>(
      mayBatch(actor, { ...document, ...hands, executorMayApprove, standsInFor }, project.standing),
      soundReason(document.isProviderOff, reason),
      soundAccount(coolOffs.get(document.id) ?? null),
    )
    return named(document.id, may)
  }
  function netted(locked: readonly PayableDocument[], onBehalfOf: string | null): Locked | Refusal {
    const payments = locked.filter(({ id }) => !noteIds.has(id))
    const chosen = locked.filter(({ id }) => noteIds.has(id)).map(toNote)
    const notes = nettings(payments.map(toReduced), chosen, pairs)
    return isRefusal(notes) ? notes : { documents: payments, notes, onBehalfOf }
  }
}

const named = (order: string, may: true | Refusal): true | Refusal =>
  may === true ? true : refuse(may.refused, { ...may.facts, order })

const toReduced = ({ id, providerId, clientId, payable, chargeMinor }: PayableDocument) => ({
  id,
  providerId,
  clientId,
  chargeMinor,
  amountMinor: payable.minor,
})

const toNote = (document: PayableDocument): ChosenNote => ({
  ...toReduced(document),
  creditedId: document.creditedId ?? '',
  keptMinor: document.keptMinor,
  invoiceNumber: document.invoiceNumber,
})
