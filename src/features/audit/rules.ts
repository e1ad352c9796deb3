/** Permissions on the journal: who reads it, and who may have an order's approval certified. */
import type { Actor } from '#kernel/actor.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'

export type AuditRefusal = 'forbidden' | 'not_found' | 'not_approved' | 'not_for_provider'

/** Permission to read the company's journal: for its administrators. */
export const mayAudit = ({ role }: Pick<Actor, 'role'>): true | Refusal<AuditRefusal> =>
  role === 'admin' ? true : refuse('forbidden')

/**
 * Permission to have an order's approval certified: for everybody who sees the order, which the caller checks,
 * once it is approved; not for providers, who never learn who approves.
 */
export function mayCertify(
  { providerId }: Pick<Actor, 'providerId'>,
  { state }: { readonly state: string },
): true | Refusal<AuditRefusal> {
  if (providerId !== null) return refuse('not_for_provider')
  return certifiableStates.includes(state) ? true : refuse('not_approved')
}

const certifiableStates: readonly string[] = ['approved', 'executed', 'execution_rejected']
