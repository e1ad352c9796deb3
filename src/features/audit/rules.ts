/** Permissions on the journal: who reads it, and who may have an order's approval, or its end, certified. */
import { endFromState } from '#features/audit/rules/ends.ts'
import { type Actor, readsWholeCompany } from '#kernel/actor.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'

export type AuditRefusal = 'forbidden' | 'not_found' | 'not_approved' | 'not_for_provider'

/** Permission to read the company's journal: for its administrators and auditors. */
export const mayAudit = ({ role }: Pick<Actor, 'role'>): true | Refusal<AuditRefusal> =>
  readsWholeCompany(role) ? true : refuse('forbidden')

export type MayCertify = (
  actor: Pick<Actor, 'providerId'>,
  order: { readonly state: string },
) => true | Refusal<AuditRefusal>

/**
 * Permission to have what became of an order certified: for everybody who sees the order, which the caller checks, once
 * it is approved, rejected or cancelled; not for providers, who never learn who approves.
 */
export const mayCertify: MayCertify = (actor, order) =>
  actor.providerId === null && endFromState(order.state) !== null ? true : mayCertifyApproval(actor, order)

/** Permission to have an order's approval certified, and nothing else. */
export const mayCertifyApproval: MayCertify = ({ providerId }, { state }) => {
  if (providerId !== null) return refuse('not_for_provider')
  return approvedStates.includes(state) ? true : refuse('not_approved')
}

const approvedStates: readonly string[] = ['approved', 'executed', 'execution_rejected']
