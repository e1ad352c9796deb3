/** Permissions on Constancias: who may have an order's approval, or its end, certified. */
import { endFromState } from '#features/certificates/rules/ends.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'

export type CertificateRefusal = 'not_found' | 'not_approved' | 'not_for_provider'

export type MayCertify = (
  actor: Pick<Actor, 'providerId'>,
  order: { readonly state: string },
) => true | Refusal<CertificateRefusal>

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
