/** Mails about tokens that are about to end: a program that nobody warned stops on a night. */
import { type Administrator, administrators, loadCompany } from '#features/companies/store.ts'
import { warningDays } from '#features/tokens/rules.ts'
import { findEnding, readMaker, saveWarned } from '#features/tokens/store.ts'
import { tokenEndingLetter } from '#features/tokens/text/letters.ts'
import { roleAreas } from '#kernel/actor.ts'
import type { Db } from '#server/database/db.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'
import type { Post } from '#server/mail/post.ts'

type Mailing = { readonly post: Post; readonly origin: string }

/**
 * Warns, once of each token, its person; of a service's, the administrators. A failure in one company delays no other.
 * @throws AggregateError with all failures, at the end.
 */
export async function warnOfEnding(db: Db, mailing: Mailing, companies: readonly string[]): Promise<void> {
  const failures: unknown[] = []
  for (const company of companies)
    await asSystem(db, company, tx => warnCompany(tx, mailing)).catch(error => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'some owners of tokens were not warned')
}

async function warnCompany(tx: TenantTx, { post, origin }: Mailing): Promise<void> {
  const ending = await findEnding(tx, warningDays)
  if (ending.length === 0) return
  const [{ timeZone }, { companyName, people }] = await Promise.all([loadCompany(tx), administrators(tx)])
  for (const token of ending) {
    await saveWarned(tx, token.id)
    const until = new Date(token.expiresAt).toLocaleDateString('es-ES', { dateStyle: 'long', timeZone })
    const isPersonal = token.kind === 'personal'
    const page = isPersonal ? `/${roleAreas[token.role][0]}/profile` : '/empresa/settings/tokens'
    const told = { ...token, until, companyName }
    for (const person of isPersonal ? await owner(tx, token.userId) : people)
      await post(tx, tokenEndingLetter(person, told, origin + page), tx.now)
  }
}

async function owner(tx: TenantTx, userId: string): Promise<readonly Administrator[]> {
  const person = await readMaker(tx, userId)
  return person ? [person] : []
}
