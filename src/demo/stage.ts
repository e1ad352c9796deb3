/**
 * The demo company is built by the product's own commands, as people would: `Stage` plays them in one
 * transaction per company, each at its own instant, so that a demo is there whole or not at all.
 */

import { Readable } from 'node:stream'
import { simplePdf } from '#demo/pdf.ts'
import { decideOrder } from '#features/approvals/commands/decide.ts'
import { submit } from '#features/approvals/commands/submit.ts'
import { cancel } from '#features/approvals/commands/withdraw.ts'
import { confirmBatch, downloadBatch } from '#features/executions/commands/batches.ts'
import { makeBatch } from '#features/executions/commands/make-batch.ts'
import { confirm, reject } from '#features/executions/commands.ts'
import { businessDayFrom } from '#features/executions/rules/business-day.ts'
import { formats } from '#features/executions/rules/credit-transfer.ts'
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
import { dayOf } from '#kernel/day.ts'
import { newId } from '#kernel/ids.ts'
import { type Currency, formatMoney, money } from '#kernel/money.ts'
import { isRefusal, type Refusal } from '#kernel/refusal.ts'
import type { FileStore } from '#server/files.ts'
import type { TenantTx } from '#server/tenant.ts'

export type Order = {
  readonly projectId: string
  readonly type: 'gasto' | 'emision'
  readonly name: string
  readonly providerId: string
  readonly amountMinor: string
  readonly description?: string
  readonly invoice?: boolean
  readonly invoiceNumber?: string
  readonly duplicateReason?: string
  readonly daysAgo: number
}

export type StageTools = {
  readonly files: FileStore
  readonly passwordHash: string
}

export class Stage {
  readonly #tx: TenantTx
  readonly #files: FileStore
  readonly #passwordHash: string
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

  /** The transaction as it was some days ago, during office hours. */
  before(days: number): TenantTx {
    return this.#tx.at(new Date(this.#tx.now.getTime() - days * 86_400_000))
  }

  async person(
    email: string,
    name: string,
    lastName: string,
    role: Role,
    of: { clientId?: string; providerId?: string } = {},
  ): Promise<Actor> {
    const tx = this.before(200)
    const account = { email, name, lastName, role, passwordHash: this.#passwordHash, active: true }
    const userId = await createAccount(tx, account, tx.now)
    if (userId === null) throw new Error(`the demo account ${email} exists already`)
    const { clientId = null, providerId = null } = of
    await addMember(tx, null, { userId, role, clientId, providerId })
    return this.actor({ userId, name: `${name} ${lastName}`, role, clientId, providerId })
  }

  /** Somebody who works in an earlier company of the demo too. */
  async colleague(email: string): Promise<void> {
    const tx = this.before(150)
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

  async submits(actor: Actor, { daysAgo, invoice, description = '', ...order }: Order): Promise<string> {
    const tx = this.before(daysAgo)
    const { invoiceNumber = null, duplicateReason = null } = order
    const invoiceDate = invoiceNumber === null ? null : dayOf(tx.now, this.zone)
    const lines = [
      `Factura · ${order.name}`,
      `Proveedor ${order.providerId}`,
      `Importe ${formatMoney(money(BigInt(order.amountMinor), this.currency))}`,
    ]
    const fileIds = invoice ? [await this.#file(tx, actor, `factura-${order.name}.pdf`, lines)] : []
    const said = { description: description || null, invoiceNumber, invoiceDate, duplicateReason }
    const content = { ...order, ...said, fileIds, contractId: null }
    return done(await submit(tx, actor, content)).id
  }

  async decides(
    actor: Actor,
    documentId: string,
    decision: 'approve' | 'reject' | 'return',
    daysAgo: number,
    comment: string | null = null,
  ): Promise<void> {
    done(await decideOrder(this.before(daysAgo), actor, documentId, { revision: 1, decision, comment }))
  }

  async executes(actor: Actor, documentId: string, daysAgo: number, reference: string): Promise<void> {
    const tx = this.before(daysAgo)
    const lines = ['Comprobante de transferencia', `Pedido ${documentId}`, `Referencia ${reference}`]
    const proofFileId = await this.#file(tx, actor, `comprobante-${documentId}.pdf`, lines)
    const executedOn = dayOf(tx.now, this.zone)
    done(
      await confirm(tx, actor, documentId, {
        revision: 1,
        executedOn,
        reference,
        comment: null,
        proofFileId,
      }),
    )
  }

  /** Sent to the bank in a file of its own, and confirmed with the bank's reference. */
  async paysByBatch(actor: Actor, documentId: string, daysAgo: number, reference: string): Promise<void> {
    const tx = this.before(daysAgo)
    const today = dayOf(tx.now, this.zone)
    const asked = { documentIds: [documentId], payOn: businessDayFrom(today), format: formats[0] }
    const { id } = done(await makeBatch(tx, actor, asked))
    done(await downloadBatch(tx, actor, id))
    const proofFileId = await this.#file(tx, actor, `comprobante-${documentId}.pdf`, [
      ...['Comprobante de transferencia', `Pedido ${documentId}`, `Referencia ${reference}`],
    ])
    const paid = { documentIds: [documentId], executedOn: today, reference, comment: null, proofFileId }
    done(await confirmBatch(tx, actor, id, paid))
  }

  async rejectsExecution(actor: Actor, documentId: string, daysAgo: number, reason: string): Promise<void> {
    done(await reject(this.before(daysAgo), actor, documentId, { revision: 1, reason }))
  }

  async cancels(actor: Actor, documentId: string, daysAgo: number, reason: string): Promise<void> {
    done(await cancel(this.before(daysAgo), actor, documentId, { revision: 1, reason }))
  }

  async #file(tx: TenantTx, actor: Actor, name: string, lines: readonly string[]): Promise<string> {
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
