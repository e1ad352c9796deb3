/**
 * Closing a month: who sees and closes which, and when one may be closed. A close keeps what stood there; it forbids
 * nothing that happens later, which can be closed again as another version.
 */
import { accountTrust } from '#features/identity/rules/account-trust.ts'
import { type Actor, readsWholeCompany } from '#kernel/actor.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

export type ClosingRefusal =
  | 'forbidden'
  | 'not_found'
  | 'company_suspended'
  | 'untrusted_account'
  | 'month_not_over'
  | 'nothing_new'
  | 'stale_version'
  | 'stale_account'
  | 'papers_missing'
  | 'package_too_large'
  | 'archive_of_administration'

/** A person, with whether they see every order of their client. */
export type ClosingActor = Pick<Actor, 'role' | 'clientId' | 'companySuspended' | 'untrustedReason'> & {
  readonly seesWholeClient: boolean
}

/** Months that a person sees: of the company and each client, of one client, or none. */
export type ClosingReach =
  | { readonly kind: 'company' }
  | { readonly kind: 'client'; readonly clientId: string }
  | { readonly kind: 'nothing' }

export function closingReach({ role, clientId, seesWholeClient }: ClosingActor): ClosingReach {
  if (readsWholeCompany(role)) return { kind: 'company' }
  const isOfClient = role === 'client' || (role === 'client_user' && seesWholeClient)
  return isOfClient && clientId !== null ? { kind: 'client', clientId } : { kind: 'nothing' }
}

/**
 * Client whose month is asked for: null for the company's. Whoever sees one client sees its months, whether they name
 * it or not.
 */
export function closingSubject(
  reach: ClosingReach,
  asked: string | undefined,
): { readonly clientId: string | null } | Refusal<'forbidden' | 'not_found'> {
  if (reach.kind === 'nothing') return refuse('forbidden')
  if (reach.kind === 'company') return { clientId: asked ?? null }
  return asked === undefined || asked === reach.clientId ? { clientId: reach.clientId } : refuse('not_found')
}

/** Permits what administrators do with months: close them, and say the ledger accounts. */
export function mayKeepBooks(actor: ClosingActor): true | Refusal<ClosingRefusal> {
  if (actor.role !== 'admin') return refuse('forbidden')
  return firstRefusal<ClosingRefusal>(
    actor.companySuspended ? refuse('company_suspended') : true,
    accountTrust(actor),
  )
}

/** Permits downloading the archive of a close: to whoever reads the whole company, because its Constancias say whole accounts. */
export const mayDownload = ({ role }: Pick<Actor, 'role'>): true | Refusal<ClosingRefusal> =>
  readsWholeCompany(role) ? true : refuse('archive_of_administration')

/**
 * Permits closing a month once it is over, and again: the close itself finds out whether anything has changed, a
 * movement or what the accountant's sheet says of one.
 */
export function mayClose(actor: ClosingActor, isOver: boolean): true | Refusal<ClosingRefusal> {
  return firstRefusal<ClosingRefusal>(mayKeepBooks(actor), isOver ? true : refuse('month_not_over'))
}
