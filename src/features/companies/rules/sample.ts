/**
 * A sample: a company with invented data, for one administrator of a company without orders to play with. It is a company
 * like others, from which nothing leaves: no mail, no invitation, no file for the bank.
 */
import type { Actor } from '#kernel/actor.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'

export type SampleRefusal =
  | 'forbidden'
  | 'not_found'
  | 'company_suspended'
  | 'sample_company'
  | 'has_orders'
  | 'sample_of_other'
  | 'too_many_samples'

/** Most samples that a company makes, one after the other. */
export const maxSamples = 20

type SampleActor = Pick<Actor, 'role' | 'companySuspended' | 'isSample'>

/** Permission to make a sample: for the administrators of a real company that has no orders yet. */
export function mayMakeSample(
  { role, companySuspended, isSample }: SampleActor,
  { hasOrders }: { readonly hasOrders: boolean },
): true | Refusal<SampleRefusal> {
  if (role !== 'admin') return refuse('forbidden')
  if (isSample) return refuse('sample_company')
  if (companySuspended) return refuse('company_suspended')
  return hasOrders ? refuse('has_orders') : true
}
