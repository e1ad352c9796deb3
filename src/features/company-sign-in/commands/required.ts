/** Where a company requires its own sign-in, passwords and links of mails open no session of its people. */
import { mailDomain } from '#features/company-sign-in/rules/domains.ts'
import { mustEnterByProvider } from '#features/company-sign-in/rules/entering.ts'
import { companyOfDomain } from '#features/company-sign-in/store/domains.ts'
import { outsideAnyTransaction } from '#features/company-sign-in/store/statements.ts'
import { loadOffered } from '#features/company-sign-in/store.ts'
import type { Person } from '#features/identity/rules.ts'
import type { Db } from '#server/database/db.ts'
import { asSystem } from '#server/database/tenant.ts'

/** True when the person signs in with their company alone. */
export const mustUseCompany =
  (db: Db) =>
  async (person: Person): Promise<boolean> => {
    const domain = mailDomain(person.email)
    const companyId = domain === null ? null : await companyOfDomain(outsideAnyTransaction(db), domain)
    if (companyId === null || domain === null) return false
    const settings = await asSystem(db, companyId, loadOffered)
    return settings?.mode === 'required' && mustEnterByProvider(person, { companyId, domains: [domain] })
  }
