/**
 * Rows of open orders: each is sent as whoever imports would send it, and begins its approval. Nothing of a file decides.
 */
import { submit } from '#features/approvals/commands/submit.ts'
import { withdraw, withdrawInPlace } from '#features/approvals/commands/withdraw.ts'
import { approvalWords } from '#features/approvals/text.ts'
import { chargedContract } from '#features/contracts/rules.ts'
import { contractsToCharge, lockChargedContract } from '#features/contracts/store.ts'
import { invoiceKeyFrom } from '#features/documents/rules/duplicates.ts'
import type { DocumentType } from '#features/documents/rules.ts'
import { lockAlike } from '#features/documents/store/duplicates.ts'
import { blockCauseLabel, typeLabel } from '#features/documents/text.ts'
import { DocumentContentWire } from '#features/documents/wire/content.ts'
import {
  centreNoun,
  contractNoun,
  nobody,
  onlyOne,
  projectNoun,
  readProvider,
  soundId,
} from '#features/imports/commands/lookups.ts'
import {
  answered,
  cellFaults,
  type KindOfRow,
  keyed,
  type Made,
  madeFrom,
  type RowTexts,
  withOthers,
} from '#features/imports/commands/row.ts'
import {
  type Read,
  readAmount,
  readChoice,
  readCurrency,
  readDay,
  readTaxRate,
} from '#features/imports/rules/cells.ts'
import { type OrderAmounts, orderAmounts } from '#features/imports/rules/order-amounts.ts'
import type { RowFault } from '#features/imports/rules.ts'
import { centresNamed, contractsNamed, projectsNamed } from '#features/imports/store/names.ts'
import { findSameOrder, undoneOrders } from '#features/imports/views/same-orders.ts'
import { lockAppointments } from '#features/projects/store/projects.ts'
import type { Actor } from '#kernel/actor.ts'
import { formatDay } from '#kernel/day.ts'
import { type Currency, formatMoney, moneyFromText } from '#kernel/money.ts'
import { isRefusal, type Refusal } from '#kernel/refusal.ts'
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
    const withdrawn =
      actor.userId === importerId
        ? await withdraw(tx, actor, id, seen)
        : await withdrawInPlace(tx, actor, id, { ...seen, reason: 'Se deshizo su importación' })
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

const typeNames = {
  gasto: ['Pago', typeLabel.gasto, 'Gasto'],
  emision: ['Emisión', typeLabel.emision, 'Ingreso'],
} as const

/** Stands for an amount that is faulty while the rest of its row is judged. */
const standIn: OrderAmounts = { amountMinor: '1', breakdown: null, payableMinor: '1' }

type Cells = Awaited<ReturnType<typeof readCells>>

async function readCells(tx: TenantTx, texts: RowTexts) {
  const named = (texts.project ?? '').trim()
  const project = onlyOne(named, await projectsNamed(tx, named), projectNoun)
  const provider = await readProvider(tx, texts.provider ?? '')
  const clientId = project.value?.clientId ?? null
  const contractText = texts.contract ?? ''
  const contract = onlyOne(contractText, await contractsNamed(tx, contractText, clientId), contractNoun)
  const centreText = (texts.costCentre ?? '').trim()
  const type = readChoice(texts.type ?? '', typeNames)
  const charged = await findCharged(tx, project.value?.id, {
    type: type.value ?? 'gasto',
    providerId: provider.value?.id ?? null,
    contractId: contract.value?.id,
  })
  const currency = charged?.balance.total.currency ?? 'EUR'
  const reads = {
    type,
    project,
    provider,
    contract,
    costCentre: onlyOne(centreText, await centresNamed(tx, centreText, clientId), centreNoun),
    amount: readAmount(texts.amount ?? '', currency),
    base: readAmount(texts.base ?? '', currency),
    vat: readTaxRate(texts.vat ?? ''),
    irpf: readTaxRate(texts.irpf ?? ''),
    currency: readCurrency(texts.currency ?? ''),
    invoiceDate: readDay(texts.invoiceDate ?? ''),
    dueOn: readDay(texts.dueOn ?? ''),
  }
  return { reads, charged, currency }
}

type Asked = {
  readonly type: DocumentType
  readonly providerId: string | null
  readonly contractId: string | undefined
}

/** The contract that the order will take its money from; undefined where none does. */
const findCharged = async (tx: TenantTx, projectId: string | undefined, asked: Asked) =>
  projectId === undefined
    ? undefined
    : chargedContract(await contractsToCharge(tx, projectId), { ...asked, isByProvider: false })

/** An order has the currency of its contract: a file that says another one means another amount. */
function currencyFaults({ reads, charged, currency }: Cells): RowFault[] {
  const said = reads.currency.value
  if (said === null || charged === undefined || said === currency) return []
  return [{ field: 'currency', text: `Se carga a ${charged.id}, que es en ${currency}` }]
}

function amountsFrom({ reads: { amount, base, vat, irpf }, currency }: Cells) {
  // A fault of one of them is said already.
  if ([amount, base, vat, irpf].some(({ fault }) => fault !== null)) return standIn
  return orderAmounts({ amount: amount.value, base: base.value, vat: vat.value, irpf: irpf.value }, currency)
}

function bodyFrom({ reads }: Cells, { amountMinor, breakdown, payableMinor }: OrderAmounts, texts: RowTexts) {
  const { name, invoiceNumber = '', description = '', reason = '' } = texts
  const dueOn = reads.dueOn.value
  return {
    projectId: idOrEmpty(reads.project, nobody.project),
    contractId: soundId(reads.contract, nobody.contract),
    // A centre that was not found is said already: the rest is tried without one.
    costCentreId: reads.costCentre.value?.id,
    type: reads.type.value ?? 'gasto',
    name,
    providerId: idOrEmpty(reads.provider, nobody.provider),
    amountMinor,
    breakdown,
    payments: dueOn === null ? null : [{ dueOn, amountMinor: payableMinor }],
    description,
    invoiceNumber,
    invoiceDate: reads.invoiceDate.value,
    duplicateReason: reason,
    alarmReason: '',
  }
}

/** An id for the schema, which says of an empty one that it is needed. */
const idOrEmpty = (read: Read<{ readonly id: string }>, instead: string): string =>
  soundId(read, instead) ?? ''

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
  const first = await submit(tx, actor, body)
  const isAlike = isRefusal(first) && first.refused === 'possible_duplicate'
  const sent = isAlike ? await submitInPlace(tx, actor, body, first) : first
  const made = answered(sent, ({ id }) => id, refusedWords, { fields: refusedFields })
  if (isRefusal(sent) || 'faults' in made) return made
  return { ...made, note: noteFrom(body, cells, amounts, sent.blockCause) }
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
async function submitInPlace(tx: TenantTx, actor: Actor, body: DocumentContentWire, refused: Refusal) {
  const { documents = '', hidden = 0 } = refused.facts ?? {}
  const ids = String(documents)
    .split(', ')
    .filter(id => id !== '')
  const undone = await undoneOrders(tx, ids)
  const others = ids.filter(id => !undone.includes(id))
  if (others.length > 0 || Number(hidden) > 0 || undone.length === 0) return refused
  const duplicateReason = `Sustituye a ${undone.join(', ')}: se deshizo su importación`
  return submit(tx, actor, { ...body, duplicateReason })
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
    ...(reads.costCentre.value === null ? [] : [`Centro de coste ${reads.costCentre.value.name}`]),
    ...(reads.dueOn.value === null ? [] : [`Vence el ${formatDay(reads.dueOn.value)}`]),
    ...(cause === undefined ? [] : [`Queda bloqueado: ${cause[1]}`]),
  ].join('. ')
}

const money = (minor: string, currency: Currency): string =>
  minor === '0' ? '0' : formatMoney(moneyFromText(minor, currency))
