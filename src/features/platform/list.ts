/** The platform's lists, of all companies: filters, sorts, and columns on screens and in files. */
import { balanceColumns } from '#features/contracts/list.ts'
import { contractStatuses } from '#features/contracts/rules.ts'
import { orderFlowStatuses } from '#features/platform/rules/order-flow.ts'
import { isDisplayId, isUuid } from '#kernel/ids.ts'
import { defineList, type SortOf } from '#kernel/list.ts'

/** Columns of what a company has, in the list of companies and in that of what they pay. */
const usageColumns = {
  users: { header: 'Usuarios', align: 'end', file: { width: 10 } },
  projects: { header: 'Proyectos', align: 'end', file: { width: 10 } },
  documents: { header: 'Documentos', align: 'end', file: { width: 12 } },
} as const

export const companyList = defineList({
  filters: { q: { kind: 'words' } },
  sorts: ['name', '-name', '-date', 'date'],
  keys: { name: 'text', date: 'instant' },
  isId: isUuid,
  columns: {
    name: { header: 'Empresa', sort: 'name', file: { width: 32 } },
    email: { header: 'Correo electrónico', file: { width: 32 } },
    plan: { header: 'Plan', file: { width: 12 } },
    status: { header: 'Estado', file: { width: 12 } },
    ...usageColumns,
    activity: { header: 'Última actividad', file: { width: 16 } },
    created: { header: 'Alta', file: { width: 12 } },
    actions: { header: 'Acciones', align: 'end' },
  },
  tables: { companies: ['name', 'plan', 'status', 'users', 'projects', 'activity', 'actions'] },
  savedAs: [],
})
export type CompanySort = SortOf<typeof companyList>

export const userList = defineList({
  filters: {
    q: { kind: 'words' },
    companyId: { kind: 'uuid' },
    /** `pending`: only registrations that wait. */
    state: { kind: 'choice', of: ['pending'] },
  },
  sorts: ['-date', 'date', 'name', '-name', '-seen', 'seen'],
  keys: { date: 'instant', name: 'text', seen: 'instant' },
  isId: isUuid,
  columns: {
    name: { header: 'Nombre', sort: 'name', file: { width: 32 } },
    email: { header: 'Correo electrónico', file: { width: 32 } },
    role: { header: 'Rol', file: { width: 20 } },
    active: { header: 'Activo', file: { width: 24, header: 'Estado' } },
    companies: { header: 'Empresas', file: { width: 40 } },
    factor: { header: 'Segundo factor', file: { width: 14 } },
    seen: { header: 'Última entrada', file: { width: 14 } },
    created: { header: 'Alta', file: { width: 12 } },
    actions: { header: 'Acciones', align: 'end' },
  },
  tables: { users: ['name', 'email', 'role', 'active', 'actions'] },
  savedAs: [],
})
export type UserSort = SortOf<typeof userList>

export const orderFlowList = defineList({
  filters: {
    q: { kind: 'words' },
    status: { kind: 'choice', of: orderFlowStatuses },
  },
  sorts: ['-date', 'date', 'company', '-company'],
  keys: { date: 'instant', company: 'text' },
  isId: text => isIdInCompany('DOC', text),
  columns: {
    id: { header: 'ID', file: { width: 12 } },
    company: { header: 'Empresa', sort: 'company', file: { width: 32 } },
    type: { header: 'Tipo', file: { width: 20 } },
    project: { header: 'Proyecto', file: { width: 32 } },
    amount: { header: 'Monto', align: 'end', file: { width: 16 } },
    currency: { header: 'Moneda', file: { width: 8 } },
    status: { header: 'Estado', file: { width: 14 } },
    forced: { header: 'Decisión forzada', file: { width: 16 } },
    date: { header: 'Creado', sort: 'date', file: { width: 12 } },
    days: { header: 'Días pendientes', align: 'end', file: { width: 16 } },
    view: { header: 'Acciones' },
  },
  tables: {
    orders: ['id', 'company', 'type', 'project', 'amount', 'status', 'date', 'days', 'view'],
  },
  savedAs: [],
})
/** Sort of the orders of all companies, on the screen «Flujos de Pedidos». */
export type OrderFlowSort = SortOf<typeof orderFlowList>

export const contractFiguresList = defineList({
  filters: {
    q: { kind: 'words' },
    status: { kind: 'choice', of: contractStatuses },
    /** `ending`: active contracts that end within thirty days. */
    state: { kind: 'choice', of: ['ending'] },
  },
  sorts: ['-date', 'date', 'ends', '-ends', 'company', '-company'],
  keys: { date: 'instant', ends: 'day', company: 'text' },
  isId: text => isIdInCompany('CTR', text),
  columns: {
    id: { header: 'ID', file: { width: 12 } },
    company: { header: 'Empresa', file: { width: 32 } },
    type: { header: 'Tipo', file: { width: 12 } },
    ...balanceColumns,
    startsOn: { header: 'Inicio', file: { width: 12 } },
    endsOn: { header: 'Fin', file: { width: 12 } },
    status: { header: 'Estado', file: { width: 12 } },
  },
  tables: {},
  savedAs: [],
})
export type ContractFiguresSort = SortOf<typeof contractFiguresList>

/** Customers: the companies with what each pays and uses. */
export const customerList = defineList({
  filters: {},
  sorts: companyList.sorts,
  keys: companyList.keys,
  isId: isUuid,
  columns: {
    name: { header: 'Empresa', sort: 'name', file: { width: 32 } },
    plan: { header: 'Plan', file: { width: 12 } },
    status: { header: 'Estado', file: { width: 12 } },
    revenue: {
      header: 'Ingreso mensual',
      align: 'end',
      file: { width: 22, header: 'Ingreso mensual (USD)' },
    },
    ...usageColumns,
    contracts: { header: 'Contratos', align: 'end', file: { width: 10 } },
    trend: { header: 'Tendencia de uso', file: { width: 16 } },
    date: { header: 'Alta', sort: 'date', file: { width: 12 } },
  },
  tables: {
    customers: ['name', 'plan', 'revenue', 'users', 'projects', 'documents', 'contracts', 'trend', 'date'],
  },
  savedAs: [],
})

/** True for the id of a document or contract with its company's: in lists of all companies, both identify it. */
function isIdInCompany(kind: 'DOC' | 'CTR', text: string): boolean {
  const [companyId = '', id = '', ...rest] = text.split('/')
  return rest.length === 0 && isUuid(companyId) && isDisplayId(kind, id)
}
