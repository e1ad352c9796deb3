import type { ContractRefusal } from '#features/contracts/rules.ts'
import { abilityWith, type RefusalWords, refusalTexts } from '#kernel/ability.ts'

const statusWords = (status: string): string =>
  status === 'active' ? 'El contrato ya está activo.' : `El contrato ya está ${closed(status)}.`
const closed = (status: string): string => (status === 'completed' ? 'completado' : 'inactivo')

const words: RefusalWords<ContractRefusal> = {
  forbidden: 'Solo la administración de la empresa puede gestionar contratos.',
  not_found: 'El contrato no existe o no tienes acceso.',
  contract_inactive: 'El contrato no está activo: no admite pedidos.',
  contract_out_of_dates: 'El contrato está fuera de sus fechas: no admite pedidos.',
  over_budget: ({ facts }) =>
    `El pedido (${facts?.amount}) no cabe en el contrato: quedan ${facts?.left}${facts?.allowed ? ', tolerancia incluida' : ''}.`,
  amount_too_large: ({ facts }) =>
    `El monto admite ${facts?.digits} cifras antes de los decimales como máximo.`,
  beyond_counting: 'Al contrato ya se le ha pedido más de lo que se puede sumar: no admite más pedidos.',
  company_suspended: 'La empresa está suspendida: puede consultar y decidir lo abierto, pero no crear.',
  stale_revision: 'El contrato ha cambiado desde que lo abriste. Revísalo antes de guardar.',
  below_spent: ({ facts }) =>
    `El contrato bloquea lo que lo supera: su total no puede quedar por debajo de lo ya gastado (${facts?.spent}).`,
  already_spent: ({ facts }) =>
    `El contrato ya está excedido (${facts?.spent} gastados): amplía su total antes de que bloquee.`,
  already_charged: 'El contrato ya tiene pedidos: lo que consume cada uno no puede cambiar.',
  same_total: 'El total nuevo es igual al que ya tiene.',
  wrong_status: ({ facts }) => statusWords(String(facts?.status)),
  too_many_open: 'Tiene demasiados pedidos abiertos a la vez: espera a que se decidan algunos.',
  too_many_files: 'Un contrato admite 50 adjuntos como máximo.',
  file_not_yours: 'El archivo no existe o no lo has subido tú.',
  client_inactive: 'El cliente no existe o está inactivo.',
  provider_inactive: 'El proveedor no existe o está inactivo.',
}

export const contractWords = refusalTexts(words)
export const contractAbility = abilityWith(contractWords)
