/**
 * The demo company is built by the product's own commands, as people would: `Stage` plays them in one
 * transaction per company, each at its own instant, so that a demo is there whole or not at all.
 */

import { Readable } from 'node:stream'
import { simplePdf } from '#demo/pdf.ts'
import { insertFile } from '#features/files/store.ts'
import {
  confirmEmail,
  createAccount,
  findAccountByEmail,
  savePasswordHash,
} from '#features/identity/store/accounts.ts'
import type { Invite } from '#features/identity/store/admission.ts'
import { addMember } from '#features/people/commands.ts'
import type { Actor, Role } from '#kernel/actor.ts'
import { newId } from '#kernel/ids.ts'
import type { Currency } from '#kernel/money.ts'
import { isRefusal, type Refusal } from '#kernel/refusal.ts'
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

export class Stage {
  readonly #tx: TenantTx
  readonly #files: FileStore
  readonly #passwordHash: string
  #toldUpTo = Number.POSITIVE_INFINITY
  readonly zone: string
  readonly currency: Currency

  constructor(tx: TenantTx, tools: StageTools, company: { timeZone: string; currency: Currency }) {
    this.#tx = tx
    this.#files = tools.files
    this.#passwordHash = tools.passwordHash
    this.zone = company.timeZone
    this.currency = company.currency
  }

  /** Whoever is let into the demo has accepted at once, with its password. */
  readonly invite: Invite = async (on, { userId }, now) => {
    await savePasswordHash(on, userId, this.#passwordHash, now)
    await confirmEmail(on, userId, now)
  }

  /** The transaction as it was some days ago. A journal is written forwards, and so the demo is told. */
  before(days: number): TenantTx {
    if (days > this.#toldUpTo) throw new Error(`the demo goes back from day ${this.#toldUpTo} to day ${days}`)
    this.#toldUpTo = days
    return this.#tx.at(new Date(this.#tx.now.getTime() - days * 86_400_000))
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

  actor(who: Pick<Actor, 'userId' | 'name' | 'role' | 'clientId' | 'providerId'>): Actor {
    return {
      ...who,
      sessionId: newId(),
      companyId: this.#tx.companyId,
      zone: this.zone,
      companySuspended: false,
    }
  }

  /** A sheet of paper with these lines. */
  async file(tx: TenantTx, actor: Actor, name: string, lines: readonly string[]): Promise<string> {
    const id = newId(tx.now.getTime())
    const blob = await this.#files.receive(tx.companyId, id, Readable.from([simplePdf(lines)]))
    await insertFile(tx, { ...blob, id, name, uploadedBy: actor.userId })
    return id
  }
}

/** The demo only does what the rules allow: a refusal here is a mistake of the demo. */
export function done<T>(result: T | Refusal): T {
  if (isRefusal(result)) throw new Error(`the demo was refused: ${JSON.stringify(result)}`)
  return result
}
