/** The lists whose views are saved: where each stands, and the parameters of its address, which the list says. */
import { eventList } from '#features/audit/list.ts'
import { clientList } from '#features/clients/list.ts'
import { contractList } from '#features/contracts/list.ts'
import { documentList } from '#features/documents/list.ts'
import { peopleList } from '#features/people/list.ts'
import { projectList } from '#features/projects/list.ts'
import { providerList } from '#features/providers/list.ts'
import type { SavedList } from '#features/saved-views/rules.ts'
import { type AnyList, addressNames } from '#kernel/list.ts'

type SavedName = (
  | typeof eventList
  | typeof clientList
  | typeof contractList
  | typeof documentList
  | typeof peopleList
  | typeof projectList
  | typeof providerList
)['savedAs'][number]

type Place = Omit<SavedList, 'keys'>

const at = (list: AnyList, place: Place): SavedList => ({ ...place, keys: addressNames(list) })

export const savedLists: { readonly [name in SavedName]: SavedList } = {
  projects: at(projectList, {
    title: 'Proyectos',
    areas: ['client', 'empresa', 'provider'],
    path: 'projects',
  }),
  contracts: at(contractList, {
    title: 'Contratos',
    areas: ['client', 'empresa', 'provider'],
    path: 'contracts',
  }),
  documents: at(documentList, { title: 'Documentos', areas: ['client', 'empresa'], path: 'documents' }),
  'payment-orders': at(documentList, {
    title: 'Pedidos de Pago',
    areas: ['client'],
    path: 'projects/payment-orders',
  }),
  'issuance-orders': at(documentList, {
    title: 'Pedidos de Emisión',
    areas: ['client'],
    path: 'projects/issuance-orders',
  }),
  'received-orders': at(documentList, { title: 'Pedidos recibidos', areas: ['provider'], path: 'orders' }),
  clients: at(clientList, { title: 'Clientes', areas: ['empresa'], path: 'clients' }),
  providers: at(providerList, { title: 'Proveedores', areas: ['empresa'], path: 'providers' }),
  people: at(peopleList, { title: 'Personas', areas: ['empresa'], path: 'people' }),
  'client-users': at(peopleList, { title: 'Usuarios del cliente', areas: ['client'], path: 'client-users' }),
  journal: at(eventList, { title: 'Auditoría', areas: ['empresa'], path: 'settings/audit' }),
}

/** The list of a saved view; undefined for a list that the product no longer has. */
export const savedListNamed = (name: string): SavedList | undefined =>
  Object.entries(savedLists).find(([each]) => each === name)?.[1]
