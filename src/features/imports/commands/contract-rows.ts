/** Rows of contracts, with a client or for paying a provider. */
import { changeStatus } from '#features/approvals/commands/contract-status.ts'
import { loadCompany } from '#features/companies/store.ts'
import { chargeBasisLabel, overrunPolicyLabel } from '#features/companies/text.ts'
import { createContract } from '#features/contracts/commands.ts'
import type { ContractType } from '#features/contracts/rules.ts'
import { lockContract } from '#features/contracts/store/life.ts'
import { contractTypeLabel } from '#features/contracts/text/labels.ts'
import { contractWords } from '#features/contracts/text.ts'
import { type createContract as endpoint, NewContractWire } from '#features/contracts/wire/calls.ts'
import { nobody, readClient, readProvider, soundId } from '#features/imports/commands/lookups.ts'
import {
  answered,
  cellFaults,
  faulty,
  type KindOfRow,
  keyed,
  type Made,
  madeFrom,
  type RowTexts,
  withNote,
} from '#features/imports/commands/row.ts'
import {
  readAmount,
  readAmountOrNone,
  readChoice,
  readCurrency,
  readDay,
  readPercent,
} from '#features/imports/rules/cells.ts'
import { readTerms, termsFrom } from '#features/imports/rules/terms-cells.ts'
import { findSameContract } from '#features/imports/store/names.ts'
import { termsNote } from '#features/imports/text/terms.ts'
import { isContractTouched } from '#features/imports/views/untouched.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { formatMoney, moneyFromText } from '#kernel/money.ts'
import { isRefusal } from '#kernel/refusal.ts'
import { fold } from '#kernel/text.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export const contractKind: KindOfRow = {
  rowsAtOnce: 1,
  make: async (tx, actor, texts) => {
    const cells = await readCells(tx, texts)
    const { client, provider } = cells
    return madeFrom(
      {
        wire: NewContractWire,
        body: bodyFrom(cells, texts),
        columnByField: {
          clientId: 'client',
          providerId: 'provider',
          totalMinor: 'total',
          openingMinor: 'opening',
        },
        make: async body =>
          withNote(
            told(await makeNew(tx, actor, body), body, [client.value?.name, provider.value?.name]),
            termsNote(body.paymentTerms ?? null),
          ),
      },
      cellFaults(cells),
    )
  },
  keys: ({ client = '', provider = '', description = '', startsOn = '' }) =>
    description === ''
      ? []
      : keyed('description', 'contrato', [client, provider, description, startsOn].map(fold).join(' · ')),
  undo,
}

type Body = BodyOf<typeof endpoint>
type Cells = Awaited<ReturnType<typeof readCells>>

async function readCells(tx: TenantTx, texts: RowTexts) {
  const [company, client, provider] = [
    await loadCompany(tx),
    await readClient(tx, texts.client ?? ''),
    await readProvider(tx, texts.provider ?? ''),
  ]
  const typed = readCurrency(texts.currency ?? '')
  const currency = typed.value ?? company.currency
  return {
    client,
    provider,
    currency: { value: currency, fault: typed.fault },
    type: readChoice(texts.type ?? '', typeNames),
    total: readAmount(texts.total ?? '', currency),
    opening: readAmountOrNone(texts.opening ?? '', currency),
    startsOn: readDay(texts.startsOn ?? ''),
    endsOn: readDay(texts.endsOn ?? ''),
    overrunPolicy: readChoice(texts.overrunPolicy ?? '', policyNames),
    toleranceRate: readPercent(texts.toleranceRate ?? ''),
    toleranceAmount: readAmount(texts.toleranceAmount ?? '', currency),
    chargeBasis: readChoice(texts.chargeBasis ?? '', basisNames),
    ...readTerms(texts.paymentTerms ?? '', texts.payDays ?? ''),
  }
}

const typeNames = {
  cliente: [contractTypeLabel.cliente, 'Contrato de cliente', 'Ingreso'],
  proveedor: [contractTypeLabel.proveedor, 'Contrato de proveedor', 'Gasto'],
} as const
const policyNames = {
  avisar: [overrunPolicyLabel.avisar, 'aviso'],
  requiere_aprobacion: [overrunPolicyLabel.requiere_aprobacion, 'Requiere aprobación', 'Aprobación'],
  bloquear: [overrunPolicyLabel.bloquear, 'Bloqueo'],
} as const
const basisNames = {
  total: [chargeBasisLabel.total, 'Total'],
  base: [chargeBasisLabel.base, 'Base'],
} as const

/** The body of the call; what is faulty has something sound in its place. Without a type, a provider says which. */
function bodyFrom(cells: Cells, { description, conditions = '', provider = '' }: RowTexts) {
  const usual: ContractType = provider === '' ? 'cliente' : 'proveedor'
  const rate = cells.toleranceRate.value
  const amountMinor = cells.toleranceAmount.value
  return {
    type: cells.type.value ?? usual,
    clientId: soundId(cells.client, nobody.client),
    providerId: soundId(cells.provider, nobody.provider),
    description,
    conditions,
    totalMinor: cells.total.fault === null ? (cells.total.value ?? '') : '1',
    openingMinor: cells.total.fault === null ? cells.opening.value : null,
    currency: cells.currency.value,
    startsOn: cells.startsOn.value ?? '',
    endsOn: cells.endsOn.value ?? '',
    overrunPolicy: cells.overrunPolicy.value,
    tolerance: rate === null && amountMinor === null ? null : { rate, amountMinor },
    chargeBasis: cells.chargeBasis.value,
    paymentTerms: termsFrom(cells),
  }
}

async function makeNew(tx: TenantTx, actor: Actor, body: Body): Promise<Made> {
  const same = await findSameContract(tx, { ...body, providerId: body.providerId ?? null })
  if (same !== null) return { ...faulty('description', `Ya existe: es ${same}`), isExisting: true }
  return answered(await createContract(tx, actor, body), ({ id }) => id, contractWords, {
    fields: { client_inactive: 'client', provider_inactive: 'provider' },
  })
}

const told = (
  made: Made,
  { type, totalMinor, openingMinor, currency }: Body,
  parties: readonly (string | undefined)[],
): Made => {
  const [client, provider] = parties
  const total = formatMoney(moneyFromText(totalMinor, currency))
  const whom = type === 'cliente' ? `con ${client}` : `para pagar a ${provider} por ${client}`
  const opening = openingMinor
    ? `; ${formatMoney(moneyFromText(openingMinor, currency))} consumidos antes`
    : ''
  return 'faults' in made ? made : { ...made, note: `${total}, ${whom}${opening}` }
}

async function undo(tx: TenantTx, actor: Actor, id: string): Promise<true | string> {
  const contract = await lockContract(tx, id)
  if (contract === null || contract.status !== 'active') return 'Ya no estaba activo'
  if (await isContractTouched(tx, id)) return 'Ya se ha usado o cambiado'
  const asked = { revision: contract.revision, status: 'inactive', reason: 'Importación deshecha' } as const
  const changed = await changeStatus(tx, actor, id, asked)
  return isRefusal(changed) ? contractWords(changed) : true
}
