/** Grupo Olivar bottles its oil: the work of the demo whose suppliers' invoices are received, ordered and paid by the bank. */
import type { DemoHistory } from '#demo/history.ts'
import type { People } from '#demo/hotel-people.ts'
import { type Invoice, taxFrom, ubl } from '#demo/invoices.ts'
import { decideSeat } from '#features/approvals/commands/decide.ts'
import { readWaiting } from '#features/invoices/commands/read-received.ts'
import { receive } from '#features/invoices/commands/receive.ts'
import { order } from '#features/invoices/commands/settle.ts'
import { lockReceived } from '#features/invoices/store.ts'
import { orderInvoice } from '#features/invoices/wire/tray.ts'
import { unlessRefused } from '#features/samples/commands/history.ts'
import { makeContract, makeProject, makeProvider } from '#features/samples/commands/makers.ts'
import type { Actor } from '#kernel/actor.ts'
import { minorToText } from '#kernel/money.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Supplier = Invoice['issuer'] & {
  readonly providerId: string
  readonly contractId: string
  readonly iban: string
}
type Bottling = { readonly projectId: string; readonly glass: Supplier; readonly haulier: Supplier }

/** Order made from an invoice: its id, and its amount and the next part to be paid of it, in cents. */
export type Owed = { readonly id: string; readonly nextMinor: bigint; readonly payee: Supplier }
export type OwedOrders = { readonly [name in 'bottles' | 'boxes' | 'haulage']: Owed }

const daysAgo = 120

export async function makeBottling(history: DemoHistory, company: People): Promise<Bottling> {
  const { admin, mill, marta, lucia, treasury, keeper } = company
  const clientId = mill.userId
  const glass = {
    name: 'Envases Levante',
    taxId: 'B46001236',
    iban: 'ES9820385778983000760236',
    parts: [
      { share: 5000, days: 30 },
      { share: 5000, days: 60 },
    ],
  }
  const haulier = {
    name: 'Transportes Ebro',
    taxId: 'B43004563',
    iban: 'ES2001824521380201558877',
    parts: [{ share: 10_000, days: 30 }],
  }
  const supplier = async ({ parts, ...who }: typeof glass, total: string, description: string) => {
    const paymentTerms = { parts, payDays: [] }
    const providerId = await makeProvider(history, admin, {
      ...who,
      paymentTerms,
      clientIds: [clientId],
      daysAgo,
    })
    const of = { type: 'proveedor', clientId, providerId, total, description, daysAgo } as const
    return { ...who, providerId, contractId: await makeContract(history, admin)(of) }
  }
  const suppliers = {
    glass: await supplier(glass, '3000000', 'Botellas y cajas para el aceite'),
    haulier: await supplier(haulier, '1200000', 'Portes de aceite y envases'),
  }
  const projectId = await makeProject(
    history,
    admin,
  )({
    name: 'Planta de envasado',
    clientId,
    total: '4200000',
    contractIds: [suppliers.glass.contractId, suppliers.haulier.contractId],
    approverIds: [marta.userId, lucia.userId],
    executorIds: [treasury.userId, keeper.userId],
    daysAgo,
  })
  return { projectId, ...suppliers }
}

/** Invoices put into the tray, read, and each made an order, which both approvers approve. */
export async function orderInvoices(
  history: DemoHistory,
  { admin, marta, lucia }: People,
  { projectId, glass, haulier }: Bottling,
): Promise<OwedOrders> {
  const tx = history.before(2)
  const owes = async (payee: Supplier, invoice: Received): Promise<Owed> => {
    const { id, nextMinor } = await makeOrder(history, tx, admin, { projectId, payee, ...invoice })
    for (const approver of [marta, lucia]) {
      const decision = { revision: 1, decision: 'approve', comment: null } as const
      unlessRefused(await decideSeat(tx, approver, id, decision))
    }
    return { id, nextMinor, payee }
  }
  const days = (issuedIn: number, dueIn: number) => ({
    issuedOn: history.dayIn(issuedIn),
    dueOn: history.dayIn(dueIn),
  })
  const bottles = await owes(glass, {
    ...days(-29, 1),
    number: 'EL-2026-0412',
    line: 'Botellas de vidrio',
    baseMinor: 400_000n,
    parts: 2n,
  })
  const boxes = await owes(glass, {
    ...days(-20, 3),
    number: 'EL-2026-0419',
    line: 'Cajas de cartón',
    baseMinor: 115_000n,
    isDueAtOnce: true,
  })
  const haulage = await owes(haulier, {
    ...days(-30, 0),
    number: 'TE-1187',
    line: 'Portes de la almazara a la planta',
    baseMinor: 62_000n,
  })
  await owes(haulier, {
    ...days(-36, -6),
    number: 'TE-1164',
    line: 'Portes de botellas',
    baseMinor: 54_000n,
  })
  return { bottles, boxes, haulage }
}

type Received = Omit<Invoice, 'issuer' | 'iban'> & {
  /** Equal parts in which the payment terms have it paid; one unless told otherwise. */
  readonly parts?: bigint
  /** True when it is paid whole on its own due day, whatever the payment terms say. */
  readonly isDueAtOnce?: boolean
}

async function makeOrder(
  history: DemoHistory,
  tx: TenantTx,
  admin: Actor,
  { projectId, payee, ...received }: Received & { readonly projectId: string; readonly payee: Supplier },
): Promise<Pick<Owed, 'id' | 'nextMinor'>> {
  const { number, line, baseMinor, issuedOn, dueOn, parts = 1n, isDueAtOnce = false } = received
  const { name, taxId, iban, providerId, contractId } = payee
  const xml = ubl({ ...received, issuer: { name: `${name} SL`, taxId }, iban })
  const fileId = await history.file(tx, admin, `${number}.xml`, Buffer.from(xml))
  const { id } = unlessRefused(await receive(tx, admin, { fileId }))
  await readWaiting(work => work(tx), tx.companyId, { files: history.files })
  const read = await lockReceived(tx, id)
  const taxMinor = taxFrom(baseMinor)
  const totalMinor = baseMinor + taxMinor
  const amountMinor = minorToText(totalMinor)
  const tax = { kind: 'iva', rate: 2100, baseMinor: minorToText(baseMinor), taxMinor: minorToText(taxMinor) }
  const content = orderInvoice.body.parse({
    projectId,
    contractId,
    providerId,
    type: 'gasto',
    name: line,
    amountMinor,
    breakdown: { taxLines: [tax] },
    // Else the provider's payment terms plan them.
    payments: isDueAtOnce ? [{ dueOn, amountMinor }] : null,
    invoiceNumber: number,
    invoiceDate: issuedOn,
    invoiceRevision: read?.revision,
  })
  const made = unlessRefused(await order(tx, admin, id, content))
  return { id: made.id, nextMinor: totalMinor / parts }
}
