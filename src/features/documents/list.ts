/** The list of orders: what it is filtered and sorted by, and its columns on screens and in files. */
import { documentStates, documentStatuses, documentTypes } from '#features/documents/rules.ts'
import { isDisplayId } from '#kernel/ids.ts'
import { defineList, filtersBut, type SortOf } from '#kernel/list.ts'

/** Columns that a person may choose in one table: some tables call the provider recipient, and some end in actions. */
const columnsWith = <Party extends 'provider' | 'recipient', Last extends 'view' | 'actions'>(
  party: Party,
  last: Last,
) =>
  [
    ...(['id', 'name', 'project', 'client', party, 'type', 'author', 'amount', 'invoiceNumber'] as const),
    ...(['costCentre', 'status', 'approvals', 'date', 'approvedOn', 'dueOn', 'executedOn', last] as const),
  ] as const

export const documentList = defineList({
  filters: {
    projectId: { kind: 'displayId', of: 'PRJ', address: 'project' },
    contractId: { kind: 'displayId', of: 'CTR', address: 'contract' },
    costCentreId: { kind: 'uuid', address: 'centre' },
    /** Year of the centre's budget, as `2027`. */
    costCentreYear: { kind: 'line', max: 4, address: 'year' },
    clientId: { kind: 'uuid', address: 'client' },
    providerId: { kind: 'displayId', of: 'PRV', address: 'provider' },
    requesterId: { kind: 'uuid', address: 'requester' },
    /** Whoever has or had a seat in the order's approval, or decided one in another's place. */
    approverId: { kind: 'uuid', address: 'approver' },
    type: { kind: 'choice', of: documentTypes },
    status: { kind: 'choice', of: documentStatuses },
    state: { kind: 'choice', of: documentStates },
    /** `me`: only orders made by this person. */
    createdBy: { kind: 'choice', of: ['me'], address: null },
    /** Days of the company's time zone, both included; of the payment or issue, the day that was confirmed. */
    createdFrom: { kind: 'day' },
    createdTo: { kind: 'day' },
    approvedFrom: { kind: 'day' },
    approvedTo: { kind: 'day' },
    executedFrom: { kind: 'day' },
    executedTo: { kind: 'day' },
    /** Dates of the invoice. */
    invoicedFrom: { kind: 'day' },
    invoicedTo: { kind: 'day' },
    /** Days on which the next payment is due, or was the last. */
    dueFrom: { kind: 'day' },
    dueTo: { kind: 'day' },
    /** Orders that are to be paid or issued and have no day on which they are due. */
    undated: { kind: 'choice', of: ['true'] },
    amountFrom: { kind: 'amount' },
    amountTo: { kind: 'amount' },
    q: { kind: 'words' },
  },
  sorts: ['-date', 'date', '-amount', 'amount', 'name', '-name', 'provider', '-provider', 'due', '-due'],
  // `date`: the order of creation. `due`: the day of the next payment, or of the last; orders without one at the end.
  keys: { date: 'id', amount: 'amount', name: 'text', provider: 'text', due: 'day' },
  isId: text => isDisplayId('DOC', text),
  columns: {
    id: { header: 'ID', file: { width: 12 } },
    name: { header: 'Nombre', sort: 'name', file: { width: 40 } },
    type: { header: 'Tipo', file: { width: 18 } },
    project: { header: 'Proyecto', file: { width: 28 } },
    provider: { header: 'Proveedor', sort: 'provider', file: { width: 28 } },
    recipient: { header: 'Cliente/Destinatario', sort: 'provider' },
    amount: { header: 'Monto', sort: 'amount', align: 'end', file: { width: 16 } },
    currency: { header: 'Moneda', file: { width: 8 } },
    status: { header: 'Estado', file: { width: 12 } },
    situation: { header: 'Detalle del estado', file: { width: 20 } },
    approvals: { header: 'Aprobaciones' },
    client: { header: 'Cliente' },
    author: { header: 'Creado por', file: { width: 24 } },
    date: { header: 'Fecha', sort: 'date', file: { width: 12 } },
    invoiceNumber: { header: 'Nº de factura', file: { width: 18 } },
    invoiceDate: { header: 'Fecha de factura', file: { width: 16 } },
    taxId: { header: 'NIF', file: { width: 14 } },
    contract: { header: 'Contrato', file: { width: 12 } },
    costCentre: { header: 'Centro de coste', file: { width: 28 } },
    approvers: { header: 'Aprobado por', file: { width: 40 } },
    approvedOn: { header: 'Aprobado el', file: { width: 14 } },
    executedOn: { header: 'Pagado o emitido el', file: { width: 20 } },
    reference: { header: 'Referencia', file: { width: 20 } },
    account: { header: 'Cuenta', file: { width: 10 } },
    taxBase: { header: 'Base imponible', file: { width: 16 } },
    taxes: { header: 'Impuestos', file: { width: 14 } },
    withheld: { header: 'Retención', file: { width: 12 } },
    payable: { header: 'A pagar', file: { width: 16 } },
    charge: { header: 'Carga al contrato', file: { width: 16 } },
    dueOn: { header: 'Vencimiento', sort: 'due', file: { width: 14 } },
    paymentsMade: { header: 'Pagos hechos', file: { width: 40 } },
    view: { header: 'Ver' },
    actions: { header: 'Acciones' },
  },
  // Source: specification, section 2.
  tables: {
    'of-project': ['id', 'name', 'provider', 'type', 'amount', 'status', 'approvals', 'date', 'view'],
    gasto: ['id', 'name', 'provider', 'amount', 'status', 'date', 'actions'],
    emision: ['id', 'name', 'recipient', 'amount', 'status', 'date', 'actions'],
    everywhere: ['id', 'name', 'project', 'provider', 'type', 'amount', 'status', 'date', 'view'],
    received: ['id', 'name', 'project', 'type', 'amount', 'status', 'date', 'view'],
  },
  choices: {
    'of-project': columnsWith('provider', 'view'),
    gasto: columnsWith('provider', 'actions'),
    emision: columnsWith('recipient', 'actions'),
    everywhere: columnsWith('provider', 'view'),
    // Providers know no centres.
    received: columnsWith('provider', 'view').filter(name => name !== 'costCentre'),
  },
  always: ['id', 'name', 'amount', 'view', 'actions'],
  savedAs: ['documents', 'payment-orders', 'issuance-orders', 'received-orders'],
})

export type DocumentSort = SortOf<typeof documentList>

/** Filters by which tabs and sums count a list: all but the status, which the tabs show. */
export const countedBy = filtersBut(documentList, 'status')
