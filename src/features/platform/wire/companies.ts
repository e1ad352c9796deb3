/** Wire of companies as the platform's operators see and change them, and of the platform at a glance. */
import { z } from 'zod'
import { CompanyWire } from '#features/companies/wire.ts'
import { companyList } from '#features/platform/list.ts'
import { settableStatuses } from '#features/platform/rules.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { exportBody, listQuery } from '#kernel/list-wire.ts'
import {
  CurrencyWire,
  EmailWire,
  ExportedWire,
  InstantWire,
  lineWire,
  TimeZoneWire,
  UuidWire,
} from '#kernel/wire.ts'

export const CompanyRowWire = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  plan: CompanyWire.shape.plan,
  status: CompanyWire.shape.status,
  /** Number of people who can sign in. */
  users: z.int(),
  /** Number of active projects. */
  projects: z.int(),
  documents: z.int(),
  /** Time of the latest action of any of its people. */
  lastActivityAt: InstantWire.nullable(),
  createdAt: InstantWire,
})
export type CompanyRowWire = z.infer<typeof CompanyRowWire>

const { plan: PlanWire, status: CompanyStatusWire } = CompanyWire.shape

const CompanyParams = z.object({ companyId: UuidWire })

export const listCompanies = endpoint({
  id: 'listCompanies',
  method: 'GET',
  path: '/api/platform/companies',
  summary: 'All companies, by name unless sorted, by keyset; `q` finds name or e-mail.',
  query: listQuery(companyList),
  response: z.object({ items: z.array(CompanyRowWire), next: z.string().nullable() }),
})

export const exportCompanies = endpoint({
  id: 'exportCompanies',
  method: 'POST',
  path: '/api/platform/companies/exports',
  summary: 'An address that serves the companies as a file, to this session and for a few minutes.',
  body: exportBody(companyList),
  response: ExportedWire,
})

const optionalLine = (max: number) =>
  z
    .literal('')
    .transform(() => null)
    .or(lineWire(max, 'Requerido'))
    .nullish()
    .transform(text => text ?? null)

export const NewCompanyWire = z
  .object({
    /** Id chosen by the caller: a repeated request is the same company. */
    companyId: UuidWire,
    name: lineWire(120, 'Nombre requerido'),
    email: EmailWire,
    plan: PlanWire.default('starter'),
    status: CompanyStatusWire.default('active'),
    currency: CurrencyWire.default('EUR'),
    timeZone: TimeZoneWire.default('Europe/Madrid'),
    /** Address of the person invited to administer it; null when undefined. */
    adminEmail: z
      .literal('')
      .transform(() => null)
      .or(EmailWire)
      .nullish()
      .transform(text => text ?? null),
    adminName: optionalLine(80),
    adminLastName: optionalLine(80),
  })
  .superRefine(({ adminEmail, adminName, adminLastName }, context) => {
    if (adminEmail === null && adminName === null && adminLastName === null) return
    const complain = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (adminEmail === null) complain('adminEmail', 'Correo electrónico requerido')
    if (adminName === null) complain('adminName', 'Nombre requerido')
    if (adminLastName === null) complain('adminLastName', 'Apellido requerido')
  })
export type NewCompany = z.output<typeof NewCompanyWire>

export const createCompany = endpoint({
  id: 'createCompany',
  method: 'POST',
  path: '/api/platform/companies',
  summary: 'Creates a company under an id that the caller makes: the same request again changes nothing.',
  body: NewCompanyWire,
  response: z.object({ id: z.string() }),
  refusals: ['company_exists', 'email_taken'],
})

const StandingWire = z.object({ id: z.string(), plan: PlanWire, status: CompanyStatusWire })
const reason = lineWire(300, 'Escribe el motivo')

export const PlanChangeWire = z.object({ plan: PlanWire, reason })

export const changePlan = endpoint({
  id: 'changePlan',
  method: 'PUT',
  path: '/api/platform/companies/:companyId/plan',
  summary: 'Puts a company on another plan. Over its limits only creation stops.',
  params: CompanyParams,
  body: PlanChangeWire,
  response: StandingWire,
})

export const StatusChangeWire = z.object({
  status: z.enum(settableStatuses, { error: 'Elige un estado' }),
  reason,
})

export const changeStatus = endpoint({
  id: 'changeStatus',
  method: 'PUT',
  path: '/api/platform/companies/:companyId/status',
  summary: 'Suspends a company, which ends its open sessions and stops creation; or lets it go on.',
  params: CompanyParams,
  body: StatusChangeWire,
  response: StandingWire,
})

const NamedWire = z.object({ id: z.string(), name: z.string() })

export const listOrganisations = endpoint({
  id: 'listOrganisations',
  method: 'GET',
  path: '/api/platform/companies/:companyId/organisations',
  summary: 'Active clients and providers of a company by name, for whom a person may be let in.',
  params: CompanyParams,
  response: z.object({ clients: z.array(NamedWire), providers: z.array(NamedWire) }),
})

export const getSummary = endpoint({
  id: 'getPlatformSummary',
  method: 'GET',
  path: '/api/platform/summary',
  summary: 'The platform at a glance.',
  response: z.object({
    activeCompanies: z.int(),
    monthlyOrders: z.int(),
    /** Number of active contracts that end within thirty days. */
    endingContracts: z.int(),
    activeUsers: z.int(),
    pendingApprovals: z.int(),
    /** Average over the latest decisions of each company; null while there are none. */
    averageApprovalHours: z.number().nullable(),
    /** Whole US dollars. */
    mrrUsd: z.int(),
    /** Number of companies that people have made for themselves in the last seven days. */
    ownCompanies: z.int(),
  }),
})
