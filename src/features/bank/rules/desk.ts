/**
 * The bank's desk: who sees what the bank says, and who does what with it. A statement tells of the whole company: it is
 * seen by the administration and by those of its own people who execute in every project. Whether a person may confirm a payment, the order
 * says, line by line.
 */
import { accountTrust } from '#features/identity/rules/account-trust.ts'
import { type Actor, readsWholeCompany } from '#kernel/actor.ts'
import { type Abilities, firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

/** State of a line: to be settled, settled, put aside, or a status that changes nothing. */
export const lineStates = ['open', 'settled', 'explained', 'told'] as const
export type LineState = (typeof lineStates)[number]

export const deskTabs = ['open', 'settled', 'explained'] as const
export type DeskTab = (typeof deskTabs)[number]

export type DeskRefusal =
  | 'forbidden'
  | 'not_found'
  | 'company_suspended'
  | 'untrusted_account'
  | 'file_not_yours'
  | 'already_imported'
  | 'account_not_ours'
  | 'no_company_account'
  | 'line_decided'
  | 'line_not_explained'
  | 'match_changed'
  | 'not_downloaded'

/** A person, with whether they execute in every project of the company. */
export type DeskActor = Pick<Actor, 'role' | 'companySuspended' | 'untrustedReason'> & {
  readonly executesEverywhere: boolean
}

export type DeskVerb = 'import' | 'settle' | 'explain'

export const seesDesk = ({ role, executesEverywhere }: DeskActor): boolean =>
  readsWholeCompany(role) || (role === 'approver' && executesEverywhere)

/** A suspended company takes no new files in, and goes on with the lines that it has. */
export function deskAbilities(actor: DeskActor): Abilities<DeskVerb, DeskRefusal> {
  const may = firstRefusal<DeskRefusal>(seesDesk(actor) ? true : refuse('forbidden'), accountTrust(actor))
  const working = actor.companySuspended ? refuse<DeskRefusal>('company_suspended') : true
  return { import: firstRefusal(may, working), settle: may, explain: may }
}

/**
 * Checks that the company's account is among those of a file that tells of accounts: banks put all of somebody's into one.
 * `own`: null while the company has not said it.
 */
export function soundAccounts(ibans: readonly string[], own: string | null): true | Refusal<DeskRefusal> {
  const [first] = ibans
  if (first === undefined) return true
  if (own === null) return refuse('no_company_account')
  return ibans.includes(own) ? true : refuse('account_not_ours', { iban: first })
}

/** Lines of a page, and most that are settled in one call. */
export const linesOfPage = 100
/** Most open lines that are matched, the latest ones. */
export const maxOpenLines = 10_000
