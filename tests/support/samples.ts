// Requests made from an endpoint's own schemas: one that it accepts, and many that it must not.
import { z } from 'zod'
import { clientList } from '#features/clients/list.ts'
import { contractList } from '#features/contracts/list.ts'
import { costCentreList } from '#features/cost-centres/list.ts'
import { peopleList } from '#features/people/list.ts'
import { companyList, contractFiguresList, orderFlowList, userList } from '#features/platform/list.ts'
import { projectList } from '#features/projects/list.ts'
import { providerList } from '#features/providers/list.ts'
import { writeCursor } from '#kernel/cursor.ts'
import type { Endpoint } from '#kernel/endpoint.ts'
import type { Ordering } from '#kernel/ordering.ts'
import { password } from '#tests/support/app.ts'
import type { Cast } from '#tests/support/cast.ts'
import { closingSamples } from '#tests/support/closing-samples.ts'
import { dayFromToday, nextPayDay } from '#tests/support/days.ts'
import { flowSamples } from '#tests/support/flow-samples.ts'
import { mailboxSamples } from '#tests/support/mailbox-samples.ts'
import { signInSamples } from '#tests/support/sign-in-samples.ts'
import { webhookSamples } from '#tests/support/webhook-samples.ts'

const someId = '01900000-0000-7000-8000-000000000000'

type Known = { readonly [name: string]: unknown }
export type Ids = { readonly documentId: string; readonly fileId: string }

/** Values of the filters of orders. */
const filters: Known = {
  createdFrom: dayFromToday(-30),
  createdTo: dayFromToday(),
  approvedFrom: dayFromToday(-30),
  approvedTo: dayFromToday(),
  executedFrom: dayFromToday(-30),
  executedTo: dayFromToday(),
  invoicedFrom: dayFromToday(-30),
  invoicedTo: dayFromToday(),
  dueFrom: dayFromToday(),
  dueTo: dayFromToday(30),
  amountFrom: '1',
  amountTo: '500000',
  costCentreYear: '2027',
}

/** Ids of nothing that exists: each is a well-formed id. */
const unknownIds: Known = {
  sessionId: someId,
  recurrenceId: someId,
  receivedId: someId,
  delegationId: someId,
  invitationId: someId,
  noticeId: someId,
  savedViewId: someId,
  bankChangeId: someId,
  seatId: someId,
  mailId: someId,
  closingId: someId,
  archiveId: someId,
  eventId: someId,
  tokenId: someId,
  webhookId: someId,
  messageId: someId,
  costCentreId: someId,
  deliveryId: someId,
  importId: someId,
  passkeyId: someId,
  deviceId: someId,
  challengeId: someId,
  survivorId: 'PRV-999',
  domain: 'pruebas.example',
}

/** Values of the cast by the name of their field: a new name that no type explains is added here. */
export const knownOf = (cast: Cast, { documentId, fileId }: Ids): Known => ({
  documentId,
  fileId,
  fileIds: [fileId],
  proofFileId: fileId,
  companyId: cast.companyId,
  projectId: cast.projectId,
  clientId: cast.clientId,
  clientIds: [cast.clientId],
  providerId: cast.providerId,
  providerIds: [cast.providerId],
  contractId: cast.payable,
  contractIds: [cast.billable, cast.payable],
  userId: cast.executorId,
  approverIds: cast.approverIds,
  approverId: cast.approverIds[0],
  requesterId: cast.clientId,
  ...filters,
  ...unknownIds,
  executorIds: [cast.executorId],
  permissions: ['view'],
  email: 'nueva@pruebas.example',
  password,
  phone: '+34 600 000 000',
  taxId: 'B12345674',
  iban: 'ES9121000418450200051332',
  bic: 'CAIXESBBXXX',
  createdBy: 'me',
  after: documentId,
  totalMinor: '5000',
  amountMinor: '100',
  chargeMinor: '100',
  currency: 'EUR',
  invoiceNumber: 'F-2026-014',
  invoiceDate: dayFromToday(),
  duplicateReason: 'Motivo',
  firstOn: dayFromToday(10),
  everyMonths: 1,
  fromId: cast.executorId,
  toId: cast.clientId,
  plan: 'enterprise',
  timeZone: 'Europe/Madrid',
  muted: ['document.cancelled'],
  actorId: cast.executorId,
  delegated: 'yes',
  object: 'DOC-001',
  from: dayFromToday(-300),
  to: dayFromToday(),
  reason: 'Motivo',
  comment: 'Comentario',
  description: 'Descripción',
  seen: '2026-01-01T00:00:00.000Z',
  startsOn: dayFromToday(-1),
  endsOn: dayFromToday(30),
  executedOn: dayFromToday(),
  returnedOn: dayFromToday(),
  dueOn: dayFromToday(30),
  batchId: 'R-001',
  documentIds: [documentId],
  payOn: nextPayDay(),
  ordererId: 'B12345674000',
  batchReleaseFromMinor: '1000000',
  bankCoolOffDays: 3,
  settlesExactLines: false,
})

/** A place in the usual order of a list. */
const afterFirst = <Sort extends string>(ordering: Ordering<Sort>, id: string, key: string) =>
  writeCursor(ordering, ordering.sorts[0], { id, key })

const ofCompany = (id: string) => `01900000-0000-7000-8000-000000000000/${id}`

/** Values of particular calls: two fields depend on one another, or one name says different things. */
const particular: { readonly [endpointId: string]: Known } = {
  getPastBalance: { at: '2026-01-01T00:00:00.000Z', day: '2026-01-01' },
  confirmTogether: { items: [{ documentId: 'DOC-001', revision: 1 }] },
  forceDecision: { reason: 'Nadie contesta' },
  changeSettings: { forcedDecisions: false },
  listParties: { kind: 'provider', id: 'PRV-001' },
  chooseStepUp: { fromMinor: '100' },
  chooseFactorPolicy: { policy: 'nobody', seen: 'nobody' },
  createContract: { type: 'proveedor' },
  createPerson: { role: 'client_user', providerId: null },
  createCompany: { adminEmail: 'jefa@pruebas.example', adminName: 'Ana', adminLastName: 'Pérez' },
  chooseTokenPolicy: {
    personal: true,
    longestDays: 90,
    seen: { personal: true, longestDays: 365 },
  },
  makeOwnToken: { scopes: ['orders:read'], days: 90 },
  makeServiceToken: { scopes: ['orders:read'], days: 90 },
  addComment: { text: 'Comentario', mentioned: [], fileIds: [], answers: null },
  muteMails: { muted: ['digest'] },
  saveView: { list: 'documents', search: { q: 'obra' } },
  changeSavedView: { search: { q: 'obra' } },
  listImportRows: { after: 1 },
  listPaymentBatches: { after: 'R-001' },
  paymentCandidates: { orders: 'DOC-001' },
  listReceived: { after: someId },
  orderInvoice: { type: 'gasto' },
  recordPayeeCheck: { iban: 'ES9121000418450200051332' },
  creditInvoice: { creditedId: 'DOC-001' },
  bankDesk: { after: '1-01900000-0000-7000-8000-000000000000' },
  decidedBankLines: { tab: 'settled', after: someId },
  settleBankLines: {
    lines: [{ lineId: someId, kind: 'paid', payments: [{ documentId: 'DOC-001', payment: 1 }] }],
  },
  explainBankLine: { lineId: someId, explanation: 'Comisión' },
  reopenBankLine: { lineId: someId },
  ...closingSamples,
  ...flowSamples,
  listClients: { after: afterFirst(clientList, someId, 'a') },
  listProviders: { after: afterFirst(providerList, 'PRV-001', 'a') },
  listContracts: { after: afterFirst(contractList, 'CTR-001', '1') },
  listCostCentres: { after: afterFirst(costCentreList, someId, 'a') },
  listProjects: { after: afterFirst(projectList, 'PRJ-001', '1') },
  listPeople: { after: afterFirst(peopleList, someId, '0 a') },
  listCompanies: { after: afterFirst(companyList, someId, 'a') },
  listUsers: { after: afterFirst(userList, someId, '1') },
  listCustomers: { after: afterFirst(companyList, someId, 'a') },
  listOrderFlows: { after: afterFirst(orderFlowList, ofCompany('DOC-001'), '1') },
  listContractFigures: { after: afterFirst(contractFiguresList, ofCompany('CTR-001'), '1') },
  listNotices: { after: someId },
  createImport: { kind: 'providers', fileName: 'proveedores.csv', content: 'Tm9tYnJlDQpPYnJhcw==' },
  matchImport: { columns: { name: 0 }, revision: 1 },
  startImport: { places: null, revision: 1 },
  ...webhookSamples,
  ...mailboxSamples,
  ...signInSamples,
  listRecurrences: { after: someId },
  moveRecurrence: { move: 'pause' },
  listSentFiles: { after: someId },
  listEvents: { after: someId },
  activateUser: { role: 'client_user', providerId: null },
}

type Property = z.core.JSONSchema.BaseSchema
type Shape = { readonly fields: ReadonlyMap<string, Property>; readonly required: ReadonlySet<string> }

export function shapeOf(type: z.ZodType): Shape {
  const schema = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' })
  const fields = Object.entries(schema.properties ?? {}).map(([name, property]): [string, Property] => [
    name,
    typeof property === 'boolean' ? {} : property,
  ])
  return { fields: new Map(fields), required: new Set(schema.required ?? []) }
}

export type Sample = { [name: string]: unknown }

/** A body (or query, or params) that the schema accepts, or an error that says what this file must learn. */
export function sampleOf(endpoint: Endpoint, part: 'body' | 'query' | 'params', known: Known): Sample {
  const shape = shapeOf(endpoint[part])
  const values: Known = { ...known, ...particular[endpoint.id] }
  const sample: Sample = {}
  for (const [name, property] of shape.fields) {
    const value = name in values ? values[name] : plain(property, shape.required.has(name))
    if (value !== undefined) sample[name] = value
  }
  const parsed = endpoint[part].safeParse(sample)
  if (!parsed.success)
    throw new Error(`tests/support/samples.ts: no ${part} for ${endpoint.id}: ${parsed.error.message}`)
  return sample
}

function plain(property: Property, isRequired: boolean): unknown {
  const [option] = property.enum ?? property.anyOf?.flatMap(each => optionsOf(each)) ?? []
  if (option !== undefined) return option
  if (property.type === 'boolean') return true
  if (property.type === 'integer' || property.type === 'number') return Math.max(1, property.minimum ?? 1)
  if (property.type === 'array') return []
  return isRequired || property.type === 'string' ? 'Texto' : undefined
}

const optionsOf = (each: z.core.JSONSchema._JSONSchema) =>
  typeof each === 'boolean' ? [] : (each.enum ?? [])
