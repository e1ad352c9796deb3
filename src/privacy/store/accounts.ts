/** Store of accounts to be erased, with the owner's database. */
import { erasedAddress, erasedName } from '#features/seals/rules/erasure.ts'
import type { Db } from '#server/database/db.ts'
import type { PersonTx } from '#server/database/person.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'

export type Account = {
  readonly id: string
  readonly email: string
  readonly newEmail: string | null
  readonly name: string
  readonly lastName: string
  readonly role: string
  readonly isService: boolean
}

export async function findAccount(owner: Db, email: string): Promise<Account | null> {
  const [found] = await owner.run<Account>(sql`
    select id, email, new_email as "newEmail", name, last_name as "lastName", role, is_service as "isService"
    from account where email = ${email}`)
  return found ?? null
}

/** A company in which the account is a member, was one, or was invited. */
export type Belonging = { readonly id: string; readonly name: string; readonly isActive: boolean }

export async function companiesWith(owner: Db, userId: string): Promise<Belonging[]> {
  const found = await owner.run<{ company: string }>(sql`
    select company from account_company where user_id = ${userId}
    union select company from account_invitation where user_id = ${userId}`)
  const belongings: Belonging[] = []
  // Row level security shows the owner one company at a time.
  for (const { company } of found)
    belongings.push(
      await asSystem(owner, company, async tx => {
        const read = await tx.one<Belonging>(sql`
          select c.company_id as id, c.name, exists (select from member m
            where m.company_id = c.company_id and m.user_id = ${userId} and m.active) as "isActive"
          from company c where c.company_id = ${tx.companyId}`)
        if (!read) throw new Error(`company ${company} is gone`)
        return read
      }),
    )
  return belongings
}

/** The account keeps its id alone; whoever has its password, links, sessions or factors has nothing any more. */
export async function eraseAccount(tx: PersonTx, { id, email, newEmail }: Account): Promise<void> {
  const addresses = [email, newEmail ?? email]
  await tx.all(sql`delete from push_device where user_id = ${id}`)
  await tx.all(sql`delete from session where user_id = ${id} or acting_user_id = ${id}`)
  await tx.all(sql`delete from one_time_token where user_id = ${id}`)
  await tx.all(sql`
    delete from factor_challenge c using factor f where f.id = c.factor_id and f.user_id = ${id}`)
  await tx.all(sql`delete from factor where user_id = ${id}`)
  await tx.all(sql`delete from passkey where user_id = ${id}`)
  await tx.all(sql`delete from recovery_code where user_id = ${id}`)
  await tx.all(sql`delete from company_request where email = any (${addresses}::text[])`)
  await tx.all(sql`delete from mail where to_address = any (${addresses}::text[])`)
  await tx.all(sql`
    update account set email = ${erasedAddress(id)}, name = ${erasedName}, last_name = '', active = false,
      password_hash = null, position = null, department = null, time_zone = null, new_email = null,
      new_email_by = null, new_email_after = null, new_email_confirmed_at = null, last_sign_in_at = null, second_factor = false,
      tokens_void_at = ${tx.now}, updated_at = ${tx.now}
    where id = ${id}`)
}
