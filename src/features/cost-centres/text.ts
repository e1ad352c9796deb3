import type { ChargeRefusal } from '#features/cost-centres/rules/charge.ts'
import type { CentreRefusal } from '#features/cost-centres/rules.ts'
import { abilityWith, type RefusalWords, refusalTexts } from '#kernel/ability.ts'

export const centreStatusLabel = { active: 'Activo', inactive: 'Inactivo' } as const

const words: RefusalWords<CentreRefusal> = {
  forbidden: 'Solo la administración de la empresa puede gestionar centros de coste.',
  not_found: 'El centro de coste no existe o no tienes acceso.',
  company_suspended: 'La empresa está suspendida: puede consultar y decidir lo abierto, pero no crear.',
  client_inactive: 'El cliente no existe o está inactivo.',
  code_taken: ({ facts }) => `Ya hay un centro de coste con ese código: ${facts?.name}.`,
  currency_charged: 'El centro de coste ya tiene pedidos: su moneda no puede cambiar.',
  currency_budgeted: 'El centro de coste ya tiene presupuestos: quítalos antes de cambiar su moneda.',
  stale_revision: 'El centro de coste ha cambiado desde que lo abriste. Revísalo antes de guardar.',
  wrong_status: ({ facts }) =>
    facts?.status === 'active'
      ? 'El centro de coste ya está activo.'
      : 'El centro de coste ya está inactivo.',
  same_total: 'El presupuesto nuevo es igual al que ya tiene.',
  below_spent: ({ facts }) =>
    `El centro de coste bloquea lo que lo supera: su presupuesto no puede quedar por debajo de lo ya gastado (${facts?.spent}).`,
}

export const centreWords = refusalTexts(words)
export const centreAbility = abilityWith(centreWords)

export const chargeRefusalWords: RefusalWords<ChargeRefusal> = {
  cost_centre_unknown: 'El centro de coste no existe o no puedes cargarle pedidos.',
  cost_centre_inactive:
    'El centro de coste está inactivo: no admite pedidos. La administración puede activarlo.',
  cost_centre_not_of_order: 'El centro de coste es de otro cliente o de otra moneda: elige otro.',
  cost_centre_kept: 'El pedido ya tiene un centro de coste de la empresa, que solo ella puede cambiar.',
  cost_centre_exceeded: ({ facts }) => exceededWords(facts ?? {}),
  cost_centre_uncountable:
    'Al centro de coste ya se le ha pedido más de lo que se puede sumar: no admite más pedidos.',
}

function exceededWords(facts: { readonly [name: string]: unknown }): string {
  if (facts.centre === undefined) return 'El pedido no cabe en el presupuesto de su centro de coste.'
  const budget = `el presupuesto de ${facts.year} del centro de coste ${facts.centre}`
  if (facts.left === undefined) return `El pedido no cabe en ${budget}.`
  return `El pedido (${facts.amount}) no cabe en ${budget}: quedan ${facts.left}${facts.allowed ? ', tolerancia incluida' : ''}.`
}

export const centreChargeWords = refusalTexts(chargeRefusalWords)
