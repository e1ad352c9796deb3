/** The history of a demo company, whose people sign in with the demo's password. */
import { createAccount, findAccountByEmail, savePasswordHash } from '#features/identity/store/accounts.ts'
import { confirmEmail } from '#features/identity/store/addresses.ts'
import type { Invite } from '#features/identity/store/admission.ts'
import { addMember } from '#features/people/commands.ts'
import { CompanyHistory } from '#features/samples/commands/history.ts'
import type { Actor, Role } from '#kernel/actor.ts'
import type { Currency } from '#kernel/money.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import type { FileStore } from '#server/files/file-store.ts'

export type StageTools = {
  readonly files: FileStore
  readonly passwordHash: string
}

type Joins = {
  readonly daysAgo?: number
  readonly clientId?: string | null
  readonly providerId?: string | null
}

export class DemoHistory extends CompanyHistory {
  readonly #passwordHash: string

  constructor(tx: TenantTx, tools: StageTools, company: { timeZone: string; currency: Currency }) {
    super(tx, tools.files, company)
    this.#passwordHash = tools.passwordHash
  }

  /** Whoever is let into the demo has accepted at once, with its password. */
  override readonly invite: Invite = async (on, { userId }, now) => {
    await savePasswordHash(on, userId, this.#passwordHash, now)
    await confirmEmail(on, userId, now)
  }

  async person(
    email: string,
    name: string,
    lastName: string,
    role: Role,
    { daysAgo = 200, clientId = null, providerId = null }: Joins = {},
  ): Promise<Actor> {
    const tx = this.before(daysAgo)
    const account = { email, name, lastName, role, passwordHash: this.#passwordHash, active: true }
    const userId = await createAccount(tx, account, tx.now)
    if (userId === null) throw new Error(`the demo account ${email} exists already`)
    await addMember(tx, null, { userId, role, clientId, providerId })
    return this.actor({ userId, name: `${name} ${lastName}`, role, clientId, providerId })
  }

  /** Somebody who works in an earlier company of the demo too. */
  async colleague(email: string): Promise<void> {
    const tx = this.before(200)
    const account = await findAccountByEmail(tx, email)
    if (account)
      await addMember(tx, null, { ...account, userId: account.id, clientId: null, providerId: null })
  }
}
