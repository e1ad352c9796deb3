/**
 * Rows of open orders: each is sent as whoever imports would send it, theirs or of whoever asked for it, and begins its
 * approval. Nothing of a file decides.
 */
import type { Requester } from '#features/approvals/commands/prepare-document.ts'
import { submit } from '#features/approvals/commands/submit.ts'
import { withdraw, withdrawInPlace } from '#features/approvals/commands/withdraw.ts'
import { approvalWords } from '#features/approvals/text.ts'
import { lockChargedContract } from '#features/contracts/store.ts'
import { invoiceKeyFrom } from '#features/documents/rules/duplicates.ts'
import { lockAlike } from '#features/documents/store/duplicates.ts'
import { blockCauseLabel, typeLabel } from '#features/documents/text.ts'
import { DocumentContentWire } from '#features/documents/wire/content.ts'
import {
  amountsFrom,
  bodyFrom,
  type Cells,
  currencyFaults,
  readCells,
  standIn,
} from '#features/imports/commands/order-cells.ts'
import {
  answered,
  cellFaults,
  faulty,
  type KindOfRow,
  keyed,
  type Made,
  madeFrom,
  withOthers,
} from '#features/imports/commands/row.ts'
import type { OrderAmounts } from '#features/imports/rules/order-amounts.ts'
import { findSameOrder, undoneOrders } from '#features/imports/views/same-orders.ts'
import { mayOrder } from '#features/projects/rules.ts'
import { lockAppointments } from '#features/projects/store/projects.ts'
import { readProjectWithStanding } from '#features/projects/store/standing.ts'
import type { Actor } from '#kernel/actor.ts'
import { formatDay } from '#kernel/day.ts'
import { type Currency, formatMoney, moneyFromText } from '#kernel/money.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { fold } from '#kernel/text.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export const orderKind: KindOfRow = {
  rowsAtOnce: 1,
  make: async (tx, actor, texts) => {
    const cells = await readCells(tx, texts)
    const amounts = amountsFrom(cells)
    const own = [...cellFaults(cells.reads), ...currencyFaults(cells)]
    const faults = 'faults' in amounts ? withOthers(own, amounts.faults) : own
    const known = 'faults' in amounts ? standIn : amounts
    const make = (body: DocumentContentWire) => makeNew(tx, actor, body, cells, known)
    return madeFrom(
      { wire: DocumentContentWire, body: bodyFrom(cells, known, texts), columnByField, make },
      faults,
    )
  },
  keys: texts => {
    const { type = '', project = '', name = '', provider = '', amount = '', base = '' } = texts
    const { invoiceNumber = '', reason = '' } = texts
    if (provider === '') return []
    const money = fold(amount || base).replace(/\s/g, '')
    const whom = fold(provider)
    const alike = money === '' ? '' : [fold(type), whom, money].join(' ')
    const invoice = invoiceKeyFrom(invoiceNumber)
    // Rows that look alike come when each says why, in words of its own.
    if (reason !== '')
      return keyed('reason', 'pedido', [alike, fold(project), fold(name), invoice ?? '', reason].join(' '))
    return [
      ...keyed('invoiceNumber', 'factura', invoice === null ? '' : `${whom} ${invoice}`),
      ...keyed('amount', 'monto', alike),
    ]
  },
  undo: async (tx, actor, id, importerId) => {
    const seen = { revision: 1 }
    const own = actor.userId === importerId ? await withdraw(tx, actor, id, seen) : refuse('forbidden')
    // The order of somebody else goes back to them.
    const withdrawn =
      isRefusal(own) && own.refused === 'forbidden'
        ? await withdrawInPlace(tx, actor, id, { ...seen, reason: 'Se deshizo su importación' })
        : own
    return isRefusal(withdrawn) ? approvalWords(withdrawn) : true
  },
}

const columnByField = {
  projectId: 'project',
  contractId: 'contract',
  costCentreId: 'costCentre',
  providerId: 'provider',
  amountMinor: 'amount',
  payments: 'dueOn',
  breakdown: 'base',
  duplicateReason: 'reason',
}

async function makeNew(
  tx: TenantTx,
  actor: Actor,
  body: DocumentContentWire,
  cells: Cells,
  amounts: OrderAmounts,
): Promise<Made> {
  const same = await lockAndFindSame(tx, body, cells)
  if (same !== null) {
    const text = `Ya existe: es ${same}. Si es otro pedido, escribe por qué en «Motivo»`
    return { faults: [{ field: 'name', text }], isExisting: true }
  }
  const requester = await requesterFor(tx, actor, body, cells.reads.requester.value)
  if (typeof requester === 'string') return faulty('requester', requester)
  const send = (content: DocumentContentWire) => submit(tx, actor, content, { requester })
  const first = await send(body)
  const isAlike = isRefusal(first) && first.refused === 'possible_duplicate'
  const sent = isAlike ? await sendInPlace(tx, send, body, first) : first
  const made = answered(sent, ({ id }) => id, refusedWords, { fields: refusedFields })
  if (isRefusal(sent) || 'faults' in made) return made
  return { ...made, note: noteFrom(body, cells, amounts, sent.blockCause) }
}

/**
 * Person to whom the order belongs where it is not whoever imports it, or why it cannot be theirs: they may order in its
 * project themselves. A service asks in its own name, because it answers for nobody.
 */
async function requesterFor(
  tx: TenantTx,
  actor: Actor,
  { projectId, type, providerId }: DocumentContentWire,
  asked: Actor | null,
): Promise<Requester | undefined | string> {
  if (asked === null || asked.userId === actor.userId) return undefined
  if (actor.responsibleId !== undefined) return 'Un servicio solo importa pedidos a su propio nombre'
  const project = await readProjectWithStanding(tx, asked, projectId)
  const may = project && asked.providerId === null && mayOrder(asked, project.standing, { type, providerId })
  return may === true ? asked : `${asked.name} no puede hacer pedidos en este proyecto`
}

/** Why an order is refused; which ones it looks like, where it does. */
const refusedWords = (refusal: Refusal): string =>
  refusal.refused === 'possible_duplicate'
    ? `${approvalWords(refusal)} ${refusal.facts?.documents ?? ''}`.trim()
    : approvalWords(refusal)

const refusedFields = {
  possible_duplicate: 'reason',
  not_found: 'project',
  project_inactive: 'project',
  provider_inactive: 'provider',
  provider_not_of_client: 'provider',
  contract_not_of_project: 'contract',
  contract_not_of_provider: 'contract',
  contract_inactive: 'contract',
  contract_out_of_dates: 'contract',
  cost_centre_unknown: 'costCentre',
  cost_centre_inactive: 'costCentre',
  cost_centre_not_of_order: 'costCentre',
  cost_centre_exceeded: 'costCentre',
  cost_centre_uncountable: 'costCentre',
  over_budget: 'amount',
  amount_too_large: 'amount',
  beyond_counting: 'amount',
  rate_missing: 'currency',
}

/**
 * The order that a row says, where there is one. Locks what submitting will lock, in its order, so that of the same row
 * brought twice at once the second finds the first.
 */
async function lockAndFindSame(
  tx: TenantTx,
  { type, projectId, providerId, name, amountMinor, invoiceNumber, duplicateReason }: DocumentContentWire,
  { charged, currency }: Cells,
): Promise<string | null> {
  const amount = moneyFromText(amountMinor, currency)
  // An invoice that is to be issued has no number yet.
  const invoiceKey = type === 'gasto' ? invoiceKeyFrom(invoiceNumber) : null
  await lockAppointments(tx, projectId, 'shared')
  if (charged !== undefined) await lockChargedContract(tx, charged.id)
  await lockAlike(tx, { type, providerId, amount, invoiceKey })
  return findSameOrder(tx, {
    type,
    projectId,
    providerId,
    name,
    amount,
    invoiceKey,
    reason: duplicateReason,
  })
}

/** Sends an order that looks like undone ones alone in their place, and says so; else says what it looks like. */
async function sendInPlace(
  tx: TenantTx,
  send: (body: DocumentContentWire) => ReturnType<typeof submit>,
  body: DocumentContentWire,
  refused: Refusal,
) {
  const { documents = '', hidden = 0 } = refused.facts ?? {}
  const ids = String(documents)
    .split(', ')
    .filter(id => id !== '')
  const undone = await undoneOrders(tx, ids)
  const others = ids.filter(id => !undone.includes(id))
  if (others.length > 0 || Number(hidden) > 0 || undone.length === 0) return refused
  const duplicateReason = `Sustituye a ${undone.join(', ')}: se deshizo su importación`
  return send({ ...body, duplicateReason })
}

function noteFrom(
  { type }: DocumentContentWire,
  { reads, charged, currency }: Cells,
  { amountMinor, payableMinor, breakdown }: OrderAmounts,
  blockCause: string | null,
): string {
  const text = (minor: string) => money(minor, currency)
  const [line] = breakdown?.taxLines ?? []
  const cause = Object.entries(blockCauseLabel).find(([known]) => known === blockCause)
  return [
    `${typeLabel[type]} de ${text(amountMinor)}, ${reads.provider.value?.name}, en ${reads.project.value?.name} con ${charged?.id}`,
    ...(line ? [`Base ${text(line.baseMinor)}, IVA ${text(line.taxMinor)}`] : []),
    ...(payableMinor === amountMinor ? [] : [`Se pagan ${text(payableMinor)}`]),
    ...(reads.requester.value === null ? [] : [`Lo pide ${reads.requester.value.name}`]),
    ...(reads.costCentre.value === null ? [] : [`Centro de coste ${reads.costCentre.value.name}`]),
    ...(reads.dueOn.value === null ? [] : [`Vence el ${formatDay(reads.dueOn.value)}`]),
    ...(cause === undefined ? [] : [`Queda bloqueado: ${cause[1]}`]),
  ].join('. ')
}

const money = (minor: string, currency: Currency): string =>
  minor === '0' ? '0' : formatMoney(moneyFromText(minor, currency))
