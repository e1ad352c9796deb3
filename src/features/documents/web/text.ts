import type { DocumentSort } from '#features/documents/list.ts'
import { documentWords } from '#features/documents/text.ts'
import type { DocumentRowWire } from '#features/documents/wire.ts'
import type { ProjectWire } from '#features/projects/wire.ts'
import { formatMoney } from '#kernel/money.ts'
import { type AbilityWire, type MoneyWire, moneyFromWire } from '#kernel/wire.ts'

/** Addresses of projects and orders; `areaPath` is the prefix of the area: '/client', '/empresa'. */
export const projectAddress = (areaPath: string, projectId: string): string =>
  `${areaPath}/projects/${projectId}`

type Placed = { readonly projectId: string; readonly id: string }

export const documentAddress = (areaPath: string, { projectId, id }: Placed): string =>
  `${projectAddress(areaPath, projectId)}/documents/${id}`

/** Order in one line: 'Cuba, 110,04 €, Cubas del Norte'. */
export const documentLine = ({ name, amount, providerName }: DocumentRowWire): string =>
  `${name}, ${formatMoney(moneyFromWire(amount))}, ${providerName}`

/** Amount that is paid: less than the order's where something is withheld or was paid before. */
export const amountToPay = ({ amount, payable }: Pick<DocumentRowWire, 'amount' | 'payable'>): MoneyWire =>
  payable ?? amount

export const newDocumentAddress = (areaPath: string, projectId: string): string =>
  `${projectAddress(areaPath, projectId)}/documents/new`

/** Address of the form for another order like this one, with its search. */
export const duplicateLink = (areaPath: string, { projectId, id }: Placed) => ({
  to: newDocumentAddress(areaPath, projectId),
  search: { copy: id },
})

export const correctionAddress = (areaPath: string, document: Placed): string =>
  `${documentAddress(areaPath, document)}/edit`

/** Ability to make an order in the project, which must be active. */
export function mayOrderIn({ status, can }: Pick<ProjectWire, 'status' | 'can'>): AbilityWire {
  const refused = 'project_inactive'
  return status === 'active' ? can.createDocument : { refused, text: documentWords({ refused }) }
}

export const documentSortLabel: { readonly [sort in DocumentSort]: string } = {
  '-date': 'Más recientes primero',
  date: 'Más antiguos primero',
  '-amount': 'Mayor monto primero',
  amount: 'Menor monto primero',
  name: 'Nombre, de la A a la Z',
  '-name': 'Nombre, de la Z a la A',
  provider: 'Proveedor, de la A a la Z',
  '-provider': 'Proveedor, de la Z a la A',
  due: 'Vence antes primero',
  '-due': 'Vence después primero',
}
