import type { ContractRefusal } from '#features/contracts/rules.ts'
import { abilityWith, type RefusalWords, wordsOf } from '#kernel/ability.ts'

export const contractTypeLabel = { cliente: 'Cliente', proveedor: 'Proveedor' } as const
export const contractStatusLabel = {
  active: 'Activo',
  completed: 'Completado',
  inactive: 'Inactivo',
} as const

const words: RefusalWords<ContractRefusal> = {
  forbidden: 'Solo la administración de la empresa puede gestionar contratos.',
  not_found: 'El contrato no existe o no tienes acceso.',
  contract_inactive: 'El contrato no está activo: no admite pedidos.',
  contract_out_of_dates: 'El contrato está fuera de sus fechas: no admite pedidos.',
  over_budget: ({ facts }) =>
    `El pedido (${facts?.amount}) no cabe en el contrato: quedan ${facts?.available}.`,
  company_suspended: 'La empresa está suspendida: puede consultar y decidir lo abierto, pero no crear.',
  client_inactive: 'El cliente no existe o está inactivo.',
  provider_inactive: 'El proveedor no existe o está inactivo.',
}

export const contractWords = wordsOf(words)
export const contractAbility = abilityWith(contractWords)
