/** Words of the screens of cost centres. */
import { overrunPolicies } from '#features/companies/rules.ts'
import { overrunPolicyLabel } from '#features/companies/text.ts'
import type { RecordedChangeWire } from '#features/contracts/wire/history.ts'
import type { costCentreList } from '#features/cost-centres/list.ts'
import type { SortOf } from '#kernel/list.ts'
import { formatMoney } from '#kernel/money.ts'
import { MoneyWire, moneyFromWire } from '#kernel/wire.ts'
import type { Tone } from '#ui/badge.tsx'

export type Change = {
  sentence: string
  /** Values before and after, one line for each property. */
  details: readonly string[]
  tone: Tone
  sign: 'made' | 'edited' | 'budget' | 'inactive' | 'active'
}

type Facts = RecordedChangeWire['before']

/** Change of a centre as a sentence without its subject. */
export function changeTold({ action, before, after }: RecordedChangeWire): Change {
  switch (action) {
    case 'cost_centre.created':
      return { sentence: 'Centro de coste creado', details: [], tone: 'info', sign: 'made' }
    case 'cost_centre.budget_set':
      return {
        sentence: `Presupuesto de ${after?.year ?? before?.year}`,
        details: [`De ${totalText(before)} a ${totalText(after)}`],
        tone: 'caution',
        sign: 'budget',
      }
    case 'cost_centre.deactivated':
      return { sentence: 'Desactivado', details: [], tone: 'caution', sign: 'inactive' }
    case 'cost_centre.activated':
      return { sentence: 'Activado', details: [], tone: 'positive', sign: 'active' }
    default:
      return {
        sentence: 'Datos modificados',
        details: edited(before, after),
        tone: 'neutral',
        sign: 'edited',
      }
  }
}

function totalText(facts: Facts): string {
  const total = MoneyWire.safeParse(facts?.total)
  return total.success ? formatMoney(moneyFromWire(total.data)) : 'sin presupuesto'
}

const fields = [
  ['code', 'Código', (value: unknown) => `«${value}»`],
  ['name', 'Nombre', (value: unknown) => `«${value}»`],
  ['currency', 'Moneda', (value: unknown) => String(value)],
  ['overrunPolicy', 'Al superar el presupuesto', policyText],
] as const

function edited(before: Facts, after: Facts): string[] {
  return fields
    .filter(([name, , text]) => text(before?.[name]) !== text(after?.[name]))
    .map(([name, label, text]) => `${label}: de ${text(before?.[name])} a ${text(after?.[name])}`)
}

export function policyText(value: unknown): string {
  const policy = overrunPolicies.find(each => each === value)
  return policy ? `«${overrunPolicyLabel[policy]}»` : 'lo que diga la empresa'
}

export const costCentreSortLabel: { readonly [sort in SortOf<typeof costCentreList>]: string } = {
  code: 'Código, de la A a la Z',
  '-code': 'Código, de la Z a la A',
  name: 'Nombre, de la A a la Z',
  '-name': 'Nombre, de la Z a la A',
}
