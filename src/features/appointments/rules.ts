/**
 * Appointments: approvers and executors of a project, permissions of people, and budget owners. The rules about
 * people stand in the rules of projects. An appointment also opens seats in orders that nobody could approve until
 * then.
 */
import { type CompanyRefusal, companyAbilities } from '#features/companies/rules.ts'
import { accountTrust } from '#features/identity/rules/account-trust.ts'
import type { Actor } from '#kernel/actor.ts'
import { firstRefusal, type Refusal } from '#kernel/refusal.ts'

/** Permission to name the budget owners: administrators only. */
export const mayNameOwners = (actor: Actor): true | Refusal<CompanyRefusal | 'untrusted_account'> =>
  firstRefusal<CompanyRefusal | 'untrusted_account'>(
    companyAbilities(actor).changeSettings,
    accountTrust(actor),
  )
