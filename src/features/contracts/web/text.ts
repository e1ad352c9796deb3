import type { Tolerance } from '#features/companies/rules/tolerance.ts'
import { type ChargeBasis, chargeBases, overrunPolicies } from '#features/companies/rules.ts'
import { toleranceText } from '#features/companies/text/tolerance.ts'
import { chargeBasisLabel, overrunPolicyLabel } from '#features/companies/text.ts'
import { ToleranceWire } from '#features/companies/wire/tolerance.ts'
import type { ContractSort } from '#features/contracts/list.ts'
import type { OverrunPolicy } from '#features/contracts/rules.ts'
import type { RecordedChangeWire } from '#features/contracts/wire/history.ts'
import { formatDay } from '#kernel/day.ts'
import {
  type Currency,
  formatMoney,
  minorToText,
  moneyFromText,
  moneyText,
  parseMoney,
} from '#kernel/money.ts'
import { MoneyWire, moneyFromWire } from '#kernel/wire.ts'
import type { Tone } from '#ui/badge.tsx'

const overrunPolicyNote: { readonly [policy in OverrunPolicy]: string } = {
  avisar: 'se avisa a quien pide y a quien aprueba',
  requiere_aprobacion: 'además lo aprueba un responsable de presupuesto',
  bloquear: 'el pedido no se puede enviar',
}

/** Choices of an overrun policy; first the company's own, chosen by the empty value. */
export function overrunChoices(companyPolicy: OverrunPolicy): { value: string; label: string }[] {
  const policySentence = (policy: OverrunPolicy) =>
    `${overrunPolicyLabel[policy]}: ${overrunPolicyNote[policy]}`
  return [
    { value: '', label: `Lo que diga la empresa (${overrunPolicyLabel[companyPolicy].toLowerCase()})` },
    ...overrunPolicies.map(policy => ({ value: policy, label: policySentence(policy) })),
  ]
}

/** Choice of the company's tolerance for a contract. */
export const companyToleranceLabel = (tolerance: Tolerance): string =>
  `Lo que diga la empresa (${toleranceText(tolerance)})`

/** Choices of what orders charge a contract with. */
export const chargeBasisChoices = chargeBases.map(basis => ({ value: basis, label: chargeBasisLabel[basis] }))

/** Choices for a new contract; first the company's own, chosen by the empty value. */
export const newChargeBasisChoices = (companyBasis: ChargeBasis): { value: string; label: string }[] => [
  { value: '', label: `Lo que diga la empresa (${chargeBasisLabel[companyBasis].toLowerCase()})` },
  ...chargeBasisChoices,
]

export const chargeBasisHint =
  'Lo que cada pedido resta del contrato, con impuestos o sin ellos. No cambia desde el primer pedido.'

/**
 * Minor units in `to` of the amount that reads as `minor` does in `from` (their decimals may differ); '' when
 * there is none.
 */
export function sameText(minor: string, from: Currency, to: Currency): string {
  const amount = minor === '' ? 'empty' : parseMoney(moneyText(moneyFromText(minor, from)), to)
  return typeof amount === 'string' ? '' : minorToText(amount.minor)
}

export type Change = {
  sentence: string
  /** Values before and after, one line for each property. */
  details: readonly string[]
  tone: Tone
  sign: 'made' | 'edited' | 'amended' | 'completed' | 'inactive' | 'active' | 'added' | 'removed'
}

/** Change of a contract as a sentence without its subject. */
export function changeTold({ action, before, after }: RecordedChangeWire): Change {
  switch (action) {
    case 'contract.created':
      return { sentence: 'Contrato creado', details: totalText(after), tone: 'info', sign: 'made' }
    case 'contract.amended':
      return { sentence: 'Monto total modificado', details: [amended(before, after)], ...looks.amended }
    case 'contract.status_changed':
      return statusTold(after)
    case 'contract.file_added':
      return { sentence: 'Adjunto añadido', details: nameText(after), tone: 'neutral', sign: 'added' }
    case 'contract.file_removed':
      return { sentence: 'Adjunto quitado', details: nameText(before), tone: 'neutral', sign: 'removed' }
    default:
      return {
        sentence: 'Datos modificados',
        details: edited(before, after),
        tone: 'neutral',
        sign: 'edited',
      }
  }
}

type Facts = RecordedChangeWire['before']

const looks = { amended: { tone: 'caution', sign: 'amended' } } as const

function statusTold(after: Facts): Change {
  const orders = typeof after?.orders === 'number' ? after.orders : 0
  const affectedOrders = (become: string) => (orders === 0 ? [] : [`Pedidos que ${become}: ${orders}`])
  switch (after?.status) {
    case 'completed':
      return {
        sentence: 'Completado',
        details: affectedOrders('se bloquearon'),
        tone: 'info',
        sign: 'completed',
      }
    case 'inactive':
      return {
        sentence: 'Desactivado',
        details: affectedOrders('se bloquearon'),
        tone: 'caution',
        sign: 'inactive',
      }
    default:
      return {
        sentence: 'Reactivado',
        details: affectedOrders('siguieron'),
        tone: 'positive',
        sign: 'active',
      }
  }
}

const moneyIn = (facts: Facts): string => {
  const total = MoneyWire.safeParse(facts?.total)
  return total.success ? formatMoney(moneyFromWire(total.data)) : ''
}
const totalText = (facts: Facts) => [`Monto total: ${moneyIn(facts)}`]
const amended = (before: Facts, after: Facts) => `De ${moneyIn(before)} a ${moneyIn(after)}`
const nameText = (facts: Facts) => (typeof facts?.name === 'string' ? [facts.name] : [])

const fields = [
  ['description', 'Descripción', (value: unknown) => `«${value}»`],
  ['startsOn', 'Inicio', (value: unknown) => formatDay(String(value))],
  ['endsOn', 'Fin', (value: unknown) => formatDay(String(value))],
  ['overrunPolicy', 'Al superar lo disponible', policyText],
  ['tolerance', 'Tolerancia', toleranceWords],
  ['chargeBasis', 'Se consume por', chargeBasisText],
  ['paymentTerms', 'Plazo de pago', paymentTermsWords],
] as const

function edited(before: Facts, after: Facts): string[] {
  const changed = fields
    .filter(([name, , text]) => text(before?.[name]) !== text(after?.[name]))
    .map(([name, label, text]) => `${label}: de ${text(before?.[name])} a ${text(after?.[name])}`)
  return before?.conditions === after?.conditions ? changed : [...changed, 'Condiciones reescritas']
}

function toleranceWords(value: unknown): string {
  const found = ToleranceWire.safeParse(value)
  return found.success ? toleranceText(found.data) : 'lo que diga la empresa'
}

function paymentTermsWords(value: unknown): string {
  return typeof value === 'string' ? value : 'las del proveedor'
}

function chargeBasisText(value: unknown): string {
  const basis = chargeBases.find(each => each === value)
  return basis ? chargeBasisLabel[basis].toLowerCase() : 'nada'
}

function policyText(value: unknown): string {
  const policy = overrunPolicies.find(each => each === value)
  return policy ? overrunPolicyLabel[policy].toLowerCase() : 'lo que diga la empresa'
}

export const contractSortLabel: { readonly [sort in ContractSort]: string } = {
  '-date': 'Más recientes primero',
  date: 'Más antiguos primero',
  client: 'Cliente, de la A a la Z',
  '-client': 'Cliente, de la Z a la A',
  '-amount': 'Mayor total primero',
  amount: 'Menor total primero',
  '-consumption': 'Más consumidos primero',
  consumption: 'Menos consumidos primero',
  ends: 'Terminan antes',
  '-ends': 'Terminan después',
}
