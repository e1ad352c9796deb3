/**
 * Story of the orders of a demo or a sample. Its author writes each order down whole, from its submission to its
 * payment; `tell` then performs the acts of all orders day by day, so that numbers and journal follow the calendar.
 */

import { decideSeat } from '#features/approvals/commands/decide.ts'
import { submit } from '#features/approvals/commands/submit.ts'
import { cancel } from '#features/approvals/commands/withdraw.ts'
import { DocumentContentWire } from '#features/documents/wire/content.ts'
import { confirmBatch } from '#features/executions/commands/batches.ts'
import { makeBatch } from '#features/executions/commands/make-batch.ts'
import { reject } from '#features/executions/commands/reject.ts'
import { downloadBatch, releaseBatch, reviewVersion } from '#features/executions/commands/release-batch.ts'
import { confirm } from '#features/executions/commands.ts'
import { businessDayFrom } from '#features/executions/rules/business-day.ts'
import { formats } from '#features/executions/rules/credit-transfer.ts'
import { type CompanyHistory, unlessRefused } from '#features/samples/commands/history.ts'
import type { Actor } from '#kernel/actor.ts'
import { dayFromInstant } from '#kernel/day.ts'
import { formatMoney, moneyFromText } from '#kernel/money.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type OrderOfStory = {
  readonly projectId: string
  readonly type: 'gasto' | 'emision'
  readonly name: string
  readonly providerId: string
  readonly amountMinor: string
  readonly description?: string
  readonly invoice?: boolean
  readonly invoiceNumber?: string
  readonly duplicateReason?: string
  readonly costCentreId?: string
  /** Days from today to the one on which it is due; left out, its payment has no due day. */
  readonly dueIn?: number
  readonly daysAgo: number
}

/** An order of the story; its id is empty until its submission has been performed. */
export type Order = { id: string }
/** A command of the story, and the day on which it runs. */
type Act = { readonly daysAgo: number; readonly perform: (tx: TenantTx) => Promise<unknown> }

export class Story {
  readonly #history: CompanyHistory
  readonly #acts: Act[] = []

  constructor(history: CompanyHistory) {
    this.#history = history
  }

  /** Performs all acts, oldest first; those of one day in the order in which they were written down. */
  async tell(): Promise<void> {
    for (const { daysAgo, perform } of this.#acts.toSorted((one, other) => other.daysAgo - one.daysAgo))
      await perform(this.#history.before(daysAgo))
  }

  submits(actor: Actor, { daysAgo, ...asked }: OrderOfStory): Order {
    const order = { id: '' }
    this.#on(daysAgo, async tx => {
      order.id = await this.#submit(tx, actor, asked)
    })
    return order
  }

  decides(
    actor: Actor,
    order: Order,
    decision: 'approve' | 'reject' | 'return',
    daysAgo: number,
    comment: string | null = null,
  ): void {
    this.#on(daysAgo, async tx =>
      unlessRefused(await decideSeat(tx, actor, order.id, { revision: 1, decision, comment })),
    )
  }

  executes(actor: Actor, order: Order, daysAgo: number, reference: string): void {
    this.#on(daysAgo, async tx => {
      const proofFileId = await this.#proof(tx, actor, order, reference)
      const executed = {
        executedOn: dayFromInstant(tx.now, this.#history.zone),
        reference,
        comment: null,
        proofFileId,
      }
      unlessRefused(await confirm(tx, actor, order.id, { revision: 1, way: 'by_hand', ...executed }))
    })
  }

  /** Sent to the bank in a file of its own, which a second person releases, and confirmed with the bank's reference. */
  paysByBatch(
    { pays: actor, releases }: { readonly pays: Actor; readonly releases: Actor },
    order: Order,
    daysAgo: number,
    reference: string,
  ): void {
    this.#on(daysAgo, async tx => {
      const today = dayFromInstant(tx.now, this.#history.zone)
      const documentIds = [order.id]
      const payOn = businessDayFrom(today)
      const asked = { documentIds, creditNotes: [], payOn, format: formats[0], reason: null }
      const { id } = unlessRefused(await makeBatch(tx, actor, asked))
      unlessRefused(await releaseBatch(tx, releases, id, await reviewVersion(tx, releases, id)))
      unlessRefused(await downloadBatch(tx, actor, id))
      const proofFileId = await this.#proof(tx, actor, order, reference)
      const paid = { documentIds, executedOn: today, reference, comment: null, proofFileId }
      unlessRefused(await confirmBatch(tx, actor, id, paid))
    })
  }

  rejectsExecution(actor: Actor, order: Order, daysAgo: number, reason: string): void {
    this.#on(daysAgo, async tx => unlessRefused(await reject(tx, actor, order.id, { revision: 1, reason })))
  }

  cancels(actor: Actor, order: Order, daysAgo: number, reason: string): void {
    this.#on(daysAgo, async tx => unlessRefused(await cancel(tx, actor, order.id, { revision: 1, reason })))
  }

  #on(daysAgo: number, perform: Act['perform']): void {
    this.#acts.push({ daysAgo, perform })
  }

  async #submit(
    tx: TenantTx,
    actor: Actor,
    { invoice, description = '', dueIn, ...asked }: Omit<OrderOfStory, 'daysAgo'>,
  ): Promise<string> {
    const { zone, currency } = this.#history
    const { invoiceNumber = null, duplicateReason = null } = asked
    const invoiceDate = invoiceNumber === null ? null : dayFromInstant(tx.now, zone)
    const lines = [
      `Factura · ${asked.name}`,
      `Proveedor ${asked.providerId}`,
      `Monto ${formatMoney(moneyFromText(asked.amountMinor, currency))}`,
    ]
    const fileIds = invoice ? [await this.#history.pdf(tx, actor, `factura-${asked.name}.pdf`, lines)] : []
    const payments =
      dueIn === undefined ? [] : [{ dueOn: this.#history.dayIn(dueIn), amountMinor: asked.amountMinor }]
    const content = { ...asked, description, invoiceNumber, invoiceDate, payments, duplicateReason, fileIds }
    return unlessRefused(await submit(tx, actor, DocumentContentWire.parse(content))).id
  }

  #proof(tx: TenantTx, actor: Actor, { id }: Order, reference: string): Promise<string> {
    return this.#history.pdf(tx, actor, `comprobante-${id}.pdf`, [
      'Comprobante de transferencia',
      `Pedido ${id}`,
      `Referencia ${reference}`,
    ])
  }
}
