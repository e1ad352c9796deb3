/** Words of the platform on screens. */
import type { CompanySort, ContractFiguresSort, OrderFlowSort, UserSort } from '#features/platform/list.ts'
import { formatMoney, wholeUnits } from '#kernel/money.ts'

/** Whole US dollars as an amount: '1.497 US$'. */
export const dollars = (usd: number): string => formatMoney(wholeUnits(usd, 'USD'))

export const companySortLabel: { readonly [sort in CompanySort]: string } = {
  name: 'Nombre, de la A a la Z',
  '-name': 'Nombre, de la Z a la A',
  '-date': 'Más recientes primero',
  date: 'Más antiguas primero',
}

export const userSortLabel: { readonly [sort in UserSort]: string } = {
  '-date': 'Más recientes primero',
  date: 'Más antiguos primero',
  name: 'Nombre, de la A a la Z',
  '-name': 'Nombre, de la Z a la A',
  '-seen': 'Última entrada, reciente primero',
  seen: 'Última entrada, antigua primero',
}

export const orderFlowSortLabel: { readonly [sort in OrderFlowSort]: string } = {
  '-date': 'Más recientes primero',
  date: 'Más antiguos primero',
  company: 'Empresa, de la A a la Z',
  '-company': 'Empresa, de la Z a la A',
}

export const contractFiguresSortLabel: { readonly [sort in ContractFiguresSort]: string } = {
  ...orderFlowSortLabel,
  ends: 'Fin, próximo primero',
  '-ends': 'Fin, lejano primero',
}
