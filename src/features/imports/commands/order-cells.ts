/** Cells of a row of an order: each read by itself, and the order that they say together. */
import { chargedContract } from '#features/contracts/rules.ts'
import { contractsToCharge } from '#features/contracts/store.ts'
import type { DocumentType } from '#features/documents/rules.ts'
import { typeLabel } from '#features/documents/text.ts'
import {
  centreNoun,
  contractNoun,
  nobody,
  onlyOne,
  projectNoun,
  readProvider,
  soundId,
} from '#features/imports/commands/lookups.ts'
import type { RowTexts } from '#features/imports/commands/row.ts'
import {
  addresses,
  type Read,
  readAmount,
  readChoice,
  readCurrency,
  readDay,
  readTaxRate,
} from '#features/imports/rules/cells.ts'
import { type OrderAmounts, orderAmounts } from '#features/imports/rules/order-amounts.ts'
import type { RowFault } from '#features/imports/rules.ts'
import { centresNamed, contractsNamed, peopleAt, projectsNamed } from '#features/imports/store/names.ts'
import { findOwner } from '#features/recurrences/store.ts'
import type { Actor } from '#kernel/actor.ts'
import type { TenantTx } from '#server/database/tenant.ts'

const typeNames = {
  gasto: ['Pago', typeLabel.gasto, 'Gasto'],
  emision: ['Emisión', typeLabel.emision, 'Ingreso'],
} as const

/** Stands for an amount that is faulty while the rest of its row is judged. */
export const standIn: OrderAmounts = { amountMinor: '1', breakdown: null, payableMinor: '1' }

export type Cells = Awaited<ReturnType<typeof readCells>>

export async function readCells(tx: TenantTx, texts: RowTexts) {
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
    requester: await readRequester(tx, texts.requester ?? ''),
  }
  return { reads, charged, currency }
}

/** Person to whom the order belongs: a member, by their address; whether they may order there is asked as it is made. */
async function readRequester(tx: TenantTx, text: string): Promise<Read<Actor>> {
  const [email, ...others] = addresses(text)
  if (email === undefined) return { value: null, fault: null }
  if (others.length > 0) return { value: null, fault: 'Un pedido lo pide una sola persona' }
  const [person] = await peopleAt(tx, [email])
  if (person === undefined) return { value: null, fault: `Nadie de la empresa tiene la dirección ${email}` }
  if (person.userId === null) return { value: null, fault: `${email} todavía no ha aceptado su invitación` }
  const requester = await findOwner(tx, person.userId)
  return requester === null
    ? { value: null, fault: `${email} está desactivado` }
    : { value: requester, fault: null }
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
export function currencyFaults({ reads, charged, currency }: Cells): RowFault[] {
  const said = reads.currency.value
  if (said === null || charged === undefined || said === currency) return []
  return [{ field: 'currency', text: `Se carga a ${charged.id}, que es en ${currency}` }]
}

export function amountsFrom({ reads: { amount, base, vat, irpf }, currency }: Cells) {
  // A fault of one of them is said already.
  if ([amount, base, vat, irpf].some(({ fault }) => fault !== null)) return standIn
  return orderAmounts({ amount: amount.value, base: base.value, vat: vat.value, irpf: irpf.value }, currency)
}

export function bodyFrom(
  { reads }: Cells,
  { amountMinor, breakdown, payableMinor }: OrderAmounts,
  texts: RowTexts,
) {
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
