/** Archives of Constancias: who makes one of which orders, and who sees it. */
import { mayCertify } from '#features/certificates/rules.ts'
import { type DocumentState, documentStates } from '#features/documents/rules.ts'
import { seesBankData } from '#features/providers/rules.ts'
import { type Actor, readsWholeCompany } from '#kernel/actor.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

/** Most orders of one archive, and most Constancias that one call issues. */
export const maxOrders = 500
export const maxIssued = 10

/** Most archives that are begun in 24 hours, by one person and in one company: each leaves up to five hundred files for good. */
export const archivesOfDay = { person: 20, company: 60 } as const
const dayMs = 24 * 60 * 60_000

export type ArchiveRefusal =
  | 'not_found'
  | 'not_for_provider'
  | 'nothing_to_certify'
  | 'too_many_orders'
  | 'archives_of_person'
  | 'archives_of_company'
  | 'not_yours'
  | 'not_complete'

/** Permission to begin an archive of so many orders: for everybody who may have the Constancia of one. */
export const mayBegin = (
  { providerId }: Pick<Actor, 'providerId'>,
  orders: number,
): true | Refusal<ArchiveRefusal> =>
  firstRefusal<ArchiveRefusal>(
    providerId === null ? true : refuse('not_for_provider'),
    orders > 0 ? true : refuse('nothing_to_certify'),
    orders <= maxOrders ? true : refuse('too_many_orders', { most: maxOrders }),
  )

/** Archives begun in the last 24 hours, and when the first of them was; null without one. */
export type BegunLately = { readonly count: number; readonly since: string | null }

/** Permission to begin one more archive today, of a person and of their company. */
export const mayBeginToday = (
  begun: { readonly person: BegunLately; readonly company: BegunLately },
  now: Date,
): true | Refusal<ArchiveRefusal> =>
  firstRefusal<ArchiveRefusal>(
    isRoom(begun.person, archivesOfDay.person) ||
      refuse('archives_of_person', {
        most: archivesOfDay.person,
        hours: hoursUntilRoom(begun.person, now),
      }),
    isRoom(begun.company, archivesOfDay.company) ||
      refuse('archives_of_company', {
        most: archivesOfDay.company,
        hours: hoursUntilRoom(begun.company, now),
      }),
  )

const isRoom = ({ count }: BegunLately, most: number): boolean => count < most

const hoursUntilRoom = ({ since }: BegunLately, now: Date): number =>
  Math.max(1, Math.ceil((Date.parse(since ?? now.toISOString()) + dayMs - now.getTime()) / 3_600_000))

/** The instant from which archives count against those of the day. */
export const dayBefore = (now: Date): Date => new Date(now.getTime() - dayMs)

/** An archive: whose it is, and whether its Constancias say whole accounts of providers. */
export type BegunArchive = { readonly madeBy: string; readonly saysAccounts: boolean }

/** Permission to go on with an archive: for its maker alone, who still reads what its first Constancias say. */
export const mayFill = (
  actor: Actor,
  { madeBy, saysAccounts }: BegunArchive,
): true | Refusal<ArchiveRefusal> =>
  madeBy === actor.userId && saysAccounts === seesBankData(actor) ? true : refuse('not_yours')

/** States of the orders of which there are Constancias: of their approval, or of their end. */
export const certifiableStates: readonly DocumentState[] = documentStates.filter(
  state => mayCertify({ providerId: null }, { state }) === true,
)

/**
 * Archives that a person sees: all of the company; or their own, as long as they see each of its orders, and only those
 * without whole accounts where they may not read these.
 */
export type ArchiveReach = 'company' | 'own' | 'own_without_accounts'
export const archiveReach = (actor: Actor): ArchiveReach => {
  if (readsWholeCompany(actor.role)) return 'company'
  return seesBankData(actor) ? 'own' : 'own_without_accounts'
}
