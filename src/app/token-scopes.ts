/**
 * Which scope of an API token each call asks for: the slice says it, by reading and writing, and some calls by themselves.
 * A new slice does not compile without an answer here.
 */
import type { SliceName } from '#app/slice-routes.ts'
import type { TokenScope } from '#kernel/token-scope.ts'
import type { Route } from '#server/http/route.ts'

/** Null: the calls of the slice that read, or that write, are of sessions alone. */
type SliceScopes = { readonly read: TokenScope | null; readonly write: TokenScope | null }

const area = <A extends string>(read: `${A}:read` & TokenScope, write: `${A}:write` & TokenScope) => ({
  read,
  write,
})

const scopesBySlice: { readonly [slice in SliceName]: SliceScopes } = {
  companies: area('company:read', 'company:write'),
  // Ways in which people sign in, and whom the company asks a second factor.
  identity: { read: null, write: null },
  tokens: { read: null, write: null },
  people: area('people:read', 'people:write'),
  // Whoever says how people sign in opens their accounts.
  'company-sign-in': { read: null, write: null },
  'saved-views': area('views:read', 'views:write'),
  clients: area('clients:read', 'clients:write'),
  providers: area('providers:read', 'providers:write'),
  contracts: area('contracts:read', 'contracts:write'),
  'cost-centres': area('contracts:read', 'contracts:write'),
  'exchange-rates': area('company:read', 'company:write'),
  // Whom the company asks to confirm who they are: of a person alone, who can confirm it.
  'step-up': { read: null, write: null },
  projects: area('projects:read', 'projects:write'),
  delegations: area('delegations:read', 'delegations:write'),
  documents: area('orders:read', 'orders:write'),
  files: area('files:read', 'files:write'),
  flows: area('flows:read', 'flows:write'),
  approvals: { read: 'orders:read', write: 'orders:decide' },
  appointments: { read: 'people:read', write: 'permissions:write' },
  // The settings alone: SCIM itself has a wire of its own, and the scope `people:provision`.
  scim: { read: null, write: null },
  offboarding: area('people:read', 'people:write'),
  simulation: area('flows:read', 'flows:write'),
  recurrences: area('orders:read', 'orders:write'),
  comments: area('orders:read', 'orders:write'),
  executions: { read: 'payments:read', write: 'payments:confirm' },
  invoices: area('invoices:read', 'invoices:write'),
  // It holds a password; what came with it is of the invoices.
  mailboxes: { read: null, write: null },
  bank: { read: 'bank:read', write: 'payments:confirm' },
  // Whoever reads an order may have its Constancia.
  certificates: { read: 'orders:read', write: 'orders:read' },
  closings: area('closings:read', 'closings:write'),
  // A webhook tells of everything from then on, and outlives whoever made it.
  webhooks: { read: null, write: null },
  notices: area('notices:read', 'notices:write'),
  audit: { read: 'journal:read', write: null },
  reports: { read: 'reports:read', write: null },
  platform: { read: null, write: null },
  samples: { read: null, write: null },
  // Scopes of what the file makes are asked as well, by its content: `imports/rules/scopes.ts`.
  imports: area('imports:read', 'imports:write'),
}

/** Calls whose scope is not their slice's: they are about something else, or read although they post. */
const scopesByEndpoint: { readonly [endpointId: string]: TokenScope | null } = {
  // The secret of its address before is the proof.
  renewDevice: null,
  // A mail's link is of whoever reads the mail, and signs in.
  openDecisionLink: null,
  decideByLink: null,
  exportPeople: 'people:read',
  exportClients: 'clients:read',
  exportProviders: 'providers:read',
  exportContracts: 'contracts:read',
  exportCostCentres: 'contracts:read',
  exportProjects: 'projects:read',
  exportDocuments: 'orders:read',
  exportReceived: 'invoices:read',
  listMailedMessages: 'invoices:read',
  takeMailedMessage: 'invoices:write',
  discardMailedMessage: 'invoices:write',
  exportMovements: 'closings:read',
  exportWithholdings: 'closings:read',
  exportEvents: 'journal:read',
  downloadClosing: 'closings:read',
  changeSettings: 'company:write',
  listProjects: 'projects:read',
  getProject: 'projects:read',
  ownPermissions: 'projects:read',
  submitDocument: 'orders:write',
  resubmitDocument: 'orders:write',
  orderInvoice: 'orders:write',
  creditInvoice: 'orders:write',
  submitCreditNote: 'orders:write',
  withdrawDocument: 'orders:write',
  changeContract: 'contracts:write',
  changeContractStatus: 'contracts:write',
  // Answers of its provider, or of whoever asked for it, about an order that was executed.
  deliverFiles: 'orders:write',
  confirmReceipt: 'orders:write',
  disputeReceipt: 'orders:write',
  importBankFile: 'bank:write',
  documentTimeline: 'orders:read',
}

/** Operations outside any company: of the own sessions, and of the platform. */
const kindsOfSessions: ReadonlySet<Route['kind']> = new Set(['own', 'platform'])

/** Scope by endpoint, of all routes of the slices. Null: only a session may call. */
export function routeScopes(
  slices: { readonly [slice in SliceName]: readonly Route[] },
): ReadonlyMap<string, TokenScope | null> {
  const names = Object.keys(scopesBySlice).filter((name): name is SliceName => name in slices)
  return new Map(
    names.flatMap(name => slices[name].map(route => [route.endpoint.id, scopeOfRoute(name, route)] as const)),
  )
}

function scopeOfRoute(slice: SliceName, { endpoint, kind }: Route): TokenScope | null {
  if (kindsOfSessions.has(kind)) return null
  const { read, write } = scopesBySlice[slice]
  const ofCall = scopesByEndpoint[endpoint.id]
  return ofCall === undefined ? (endpoint.method === 'GET' ? read : write) : ofCall
}
