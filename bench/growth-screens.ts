// Screens that `npm run bench:growth` asks, and who asks them.
import { addDays, dayFromInstant } from '#kernel/day.ts'
import { displayId } from '#kernel/ids.ts'
import { id } from './tokens.ts'

/** People of a company of the bench: their place among its people, and their role. */
export const people = {
  admin: { place: 1, role: 'admin' },
  client_user: { place: 2, role: 'client_user' },
  'approver of half': { place: 3, role: 'approver' },
  'approver of three': { place: 4, role: 'approver' },
  'approver of all': { place: 8, role: 'approver' },
  'approver of one': { place: 9, role: 'approver' },
  executor: { place: 5, role: 'approver' },
  provider: { place: 6, role: 'provider_user' },
  client: { place: 102, role: 'client' },
} as const
export type Who = keyof typeof people

export const everybody: readonly Who[] = [
  'admin',
  'client',
  'client_user',
  'approver of half',
  'approver of three',
  'approver of all',
  'approver of one',
  'executor',
  'provider',
]
const readers = everybody.filter(who => who !== 'approver of all')
const today = dayFromInstant(new Date(), 'Europe/Madrid')

type Screen = { readonly who: readonly Who[]; readonly address: (orders: number) => string }

/** Addresses by what they show; `orders` is the size of the company. */
export const screens: { readonly [name: string]: Screen } = {
  list: { who: everybody, address: () => '/api/documents' },
  'list, next page': {
    who: readers,
    address: orders => `/api/documents?after=${displayId('DOC', orders / 2)}`,
  },
  'list of a status': { who: everybody, address: () => '/api/documents?status=pending' },
  'list of one type, paid': { who: readers, address: () => '/api/documents?type=gasto&status=paid' },
  'list of rejected': { who: readers, address: () => '/api/documents?status=rejected' },
  'rejected, by name': { who: readers, address: () => '/api/documents?status=rejected&sort=name' },
  'rejected, by amount': { who: readers, address: () => '/api/documents?status=rejected&sort=amount' },
  // Of somebody without a seat.
  'list of an approver': {
    who: readers,
    address: orders => `/api/documents?approverId=${id(`growth${orders}-9`)}`,
  },
  'list of a project': { who: readers, address: () => '/api/documents?projectId=PRJ-002' },
  'list of a provider': { who: readers, address: () => '/api/documents?providerId=PRV-001' },
  'list of a week': {
    who: readers,
    address: () => `/api/documents?createdFrom=${addDays(today, -300)}&createdTo=${addDays(today, -293)}`,
  },
  'list by amounts': { who: readers, address: () => '/api/documents?amountFrom=1000&amountTo=1001' },
  'oldest first': { who: readers, address: () => '/api/documents?sort=date' },
  'by amount': { who: readers, address: () => '/api/documents?sort=-amount' },
  'by name': { who: readers, address: () => '/api/documents?sort=name' },
  'by provider': { who: readers, address: () => '/api/documents?sort=provider' },
  'by provider, pending': { who: readers, address: () => '/api/documents?sort=provider&status=pending' },
  'by due day': { who: readers, address: () => '/api/documents?sort=due' },
  'by due day, approved': { who: readers, address: () => '/api/documents?sort=due&status=approved' },
  'search, a common word': { who: readers, address: () => '/api/documents?q=cemento' },
  // In a fifth of the orders, and in none of the projects of the client's person.
  'search, a word of others': { who: readers, address: () => '/api/documents?q=andamio' },
  'search, a rare word': { who: readers, address: () => '/api/documents?q=faro' },
  'search, two words': { who: readers, address: () => '/api/documents?q=cemento%20aceros' },
  'search, an id': { who: readers, address: orders => `/api/documents?q=${displayId('DOC', orders / 2)}` },
  'search, nothing': { who: readers, address: () => '/api/documents?q=nadadeesto' },
  'tab counts': { who: everybody, address: () => '/api/documents/counts' },
  'tab counts, a word': { who: readers, address: () => '/api/documents/counts?q=faro' },
  'tab counts, a provider': { who: readers, address: () => '/api/documents/counts?providerId=PRV-001' },
  'one order': {
    who: ['admin', 'client', 'approver of three', 'executor'],
    address: () => `/api/projects/PRJ-001/documents/${displayId('DOC', 1000)}`,
  },
  'its history': {
    who: ['admin', 'client'],
    address: () => `/api/documents/${displayId('DOC', 1000)}/timeline`,
  },
  inbox: { who: ['approver of half', 'approver of three'], address: () => '/api/approvals/pending' },
  'to confirm': { who: ['executor'], address: () => '/api/executions/pending' },
  notices: { who: ['approver of half', 'admin'], address: () => '/api/notices?which=current' },
  projects: { who: everybody, address: () => '/api/projects' },
  contracts: { who: ['admin', 'client'], address: () => '/api/contracts' },
  providers: { who: ['admin'], address: () => '/api/providers' },
  balance: { who: ['admin', 'client'], address: () => '/api/contracts/CTR-001' },
  'company dashboard': { who: ['admin'], address: () => '/api/reports/company' },
  'client dashboard': { who: ['client'], address: () => '/api/reports/client' },
  'provider money': { who: ['admin'], address: () => '/api/providers/PRV-001/money' },
  'project money': { who: ['admin', 'client'], address: () => '/api/projects/PRJ-001/money' },
  journal: { who: ['admin'], address: () => '/api/audit/events' },
  'journal of a group': { who: ['admin'], address: () => '/api/audit/events?group=contracts' },
  'journal of an old day': {
    who: ['admin'],
    address: () => `/api/audit/events?from=${addDays(today, -400)}&to=${addDays(today, -400)}`,
  },
  people: { who: ['admin'], address: () => '/api/people' },
  'people of a word': { who: ['admin'], address: () => '/api/people?q=cliente' },
  clients: { who: ['admin'], address: () => '/api/clients' },
  'a provider': { who: ['admin'], address: () => '/api/providers/PRV-002' },
  'contract money': { who: ['admin', 'client'], address: () => '/api/contracts/CTR-001/money' },
  'contract dossier': { who: ['admin', 'client'], address: () => '/api/contracts/CTR-001/dossier' },
  'who holds a contract': { who: ['admin'], address: () => '/api/contracts/CTR-001/holds' },
  statement: { who: everybody, address: () => '/api/executions/statement' },
  'figures of the menu': { who: everybody, address: () => '/api/session/desk' },
  'own permissions': { who: ['client', 'approver of half'], address: () => '/api/session/permissions' },
  'to filter by provider': { who: readers, address: () => '/api/documents/parties?kind=provider&q=aceros' },
  'to filter by client': { who: readers, address: () => '/api/documents/parties?kind=client&q=cliente' },
  'to filter by requester': {
    who: readers,
    address: () => '/api/documents/parties?kind=requester&q=cliente',
  },
  'to filter by approver': { who: readers, address: () => '/api/documents/parties?kind=approver&q=persona' },
  'recently used': { who: ['client'], address: () => '/api/documents/recently-used' },
  'first steps': { who: ['admin'], address: () => '/api/reports/first-steps' },
  'use of the plan': { who: ['admin'], address: () => '/api/company/usage' },
  'payment candidates': { who: ['executor'], address: () => '/api/payment-batches/candidates' },
  'payment batches': { who: ['executor'], address: () => '/api/payment-batches' },
  'who approves, and why': {
    who: ['client'],
    address: () => '/api/projects/PRJ-001/route?type=gasto&amountMinor=50000&providerId=PRV-002',
  },
  'permissions of a project': { who: ['admin'], address: () => '/api/projects/PRJ-001/permissions' },
  delegations: { who: ['admin'], address: () => '/api/delegations' },
  'own delegations': { who: ['approver of half'], address: () => '/api/delegations/own' },
  'orders that repeat': { who: ['client'], address: () => '/api/recurrences' },
}
