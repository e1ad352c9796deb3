/**
 * Rows of open orders: each is sent as whoever imports would send it, and begins its approval. Nothing of a file decides.
 */
import { submit } from '#features/approvals/commands/submit.ts'
import { withdraw } from '#features/approvals/commands/withdraw.ts'
import { approvalWords } from '#features/approvals/text.ts'
import { chargedContract } from '#features/contracts/rules.ts'
import { contractsToCharge } from '#features/contracts/store.ts'
import { invoiceKeyFrom } from '#features/documents/rules/duplicates.ts'
import type { DocumentType } from '#features/documents/rules.ts'
import { blockCauseLabel, typeLabel } from '#features/documents/text.ts'
import { DocumentContentWire } from '#features/documents/wire/content.ts'
import {
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
import { contractsNamed, findSameOrder, projectsNamed } from '#features/imports/store/names.ts'
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
  keys: ({ type = '', provider = '', amount = '', base = '', invoiceNumber = '', reason = '' }: RowTexts) => {
    // Rows that look alike come when the row says why.
    if (reason !== '' || provider === '') return []
    const money = fold(amount || base).replace(/\s/g, '')
    const whom = fold(provider)
    const alike = money === '' ? '' : [fold(type), whom, money].join(' ')
    const invoice = invoiceKeyFrom(invoiceNumber)
    return [
      ...keyed('invoiceNumber', 'factura', invoice === null ? '' : `${whom} ${invoice}`),
      ...keyed('amount', 'monto', alike),
    ]
  },
  undo: async (tx, actor, id) => {
    const withdrawn = await withdraw(tx, actor, id, { revision: 1 })
    return isRefusal(withdrawn) ? approvalWords(withdrawn) : true
  },
}

const columnByField = {
  projectId: 'project',
  contractId: 'contract',
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
  // What is wrong with one of them is said already.
  if ([amount, base, vat, irpf].some(({ fault }) => fault !== null)) return standIn
  return orderAmounts({ amount: amount.value, base: base.value, vat: vat.value, irpf: irpf.value }, currency)
}

function bodyFrom({ reads }: Cells, { amountMinor, breakdown, payableMinor }: OrderAmounts, texts: RowTexts) {
  const { name, invoiceNumber = '', description = '', reason = '' } = texts
  const dueOn = reads.dueOn.value
  return {
    projectId: idOrEmpty(reads.project, nobody.project),
    contractId: soundId(reads.contract, nobody.contract),
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
  const sent = await submit(tx, actor, body)
  if (isRefusal(sent) && sent.refused === 'possible_duplicate') return alikeAnswer(tx, body, sent)
  const made = answered(sent, ({ id }) => id, approvalWords, { fields: refusedFields })
  if (isRefusal(sent) || 'faults' in made) return made
  return { ...made, note: noteFrom(body, cells, amounts, sent.blockCause) }
}

const refusedFields = {
  not_found: 'project',
  project_inactive: 'project',
  provider_inactive: 'provider',
  provider_not_of_client: 'provider',
  contract_not_of_project: 'contract',
  contract_not_of_provider: 'contract',
  contract_inactive: 'contract',
  contract_out_of_dates: 'contract',
  over_budget: 'amount',
  amount_too_large: 'amount',
  beyond_counting: 'amount',
  rate_missing: 'currency',
}

/** An order that looks like others is one of them, or needs its reason. */
async function alikeAnswer(tx: TenantTx, body: DocumentContentWire, refused: Refusal): Promise<Made> {
  const { projectId, name, invoiceNumber } = body
  const ids = String(refused.facts?.documents ?? '')
  const same = await findSameOrder(tx, ids.split(', '), {
    projectId,
    name,
    invoiceKey: invoiceKeyFrom(invoiceNumber),
  })
  if (same !== null) return { faults: [{ field: 'name', text: `Ya existe: es ${same}` }], isExisting: true }
  return { faults: [{ field: 'reason', text: `${approvalWords(refused)} ${ids}`.trim() }] }
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
    ...(reads.dueOn.value === null ? [] : [`Vence el ${formatDay(reads.dueOn.value)}`]),
    ...(cause === undefined ? [] : [`Queda bloqueado: ${cause[1]}`]),
  ].join('. ')
}

const money = (minor: string, currency: Currency): string =>
  minor === '0' ? '0' : formatMoney(moneyFromText(minor, currency))
