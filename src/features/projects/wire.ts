/** Wire of a project, and of permissions in projects. */
import { z } from 'zod'
import { ContractId, ContractWire } from '#features/contracts/wire.ts'
import { globalPermissions, permissions } from '#features/projects/rules.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { displayIdWire } from '#kernel/ids.ts'
import {
  AbilityWire,
  AmountMinorWire,
  InstantWire,
  lineWire,
  SumWire,
  textWire,
  UuidWire,
  uuidWire,
} from '#kernel/wire.ts'

export const ProjectId = displayIdWire('PRJ')
export const ProjectParams = z.object({ projectId: ProjectId })

export const PersonWire = z.object({ userId: z.string(), name: z.string(), email: z.string() })
/** Approver or executor: named in the project, or, with `everywhere`, only by their global permissions. */
export const AppointedWire = PersonWire.extend({
  everywhere: z.boolean(),
  /** Name of who stands in for them today; null for nobody. */
  substitute: z.string().nullable().default(null),
})

/** Person who is to approve or execute once they have accepted their invitation. */
export const InvitedWire = z.object({
  invitationId: z.string(),
  name: z.string(),
  email: z.string(),
  permission: z.enum(['approve', 'execute']),
})

/** Orders per status, as the tabs count them. */
export const CountsWire = z.object({
  pending: z.int(),
  approved: z.int(),
  paid: z.int(),
  rejected: z.int(),
})

export const ProjectSummaryWire = z.object({
  id: z.string(),
  name: z.string(),
  clientId: z.string(),
  clientName: z.string(),
  status: z.enum(['active', 'inactive']),
  /** Budget of the project; for a provider, the sum of its own contracts in it. */
  total: SumWire,
  counts: CountsWire,
  paymentOrdersCount: z.int(),
  issuanceOrdersCount: z.int(),
  /** Sums of the orders that are not rejected or cancelled. */
  issuanceTotal: SumWire,
  paymentTotal: SumWire,
  createdAt: InstantWire,
})
export type ProjectSummaryWire = z.infer<typeof ProjectSummaryWire>

export const ProjectWire = ProjectSummaryWire.extend({
  description: z.string().nullable(),
  /** Contracts, the main one first. */
  contracts: z.array(ContractWire),
  /** Empty for a provider, which never learns who approves. */
  approvers: z.array(AppointedWire),
  executors: z.array(AppointedWire),
  /** People who will approve or execute once they accept their invitation; for administrators only. */
  invited: z.array(InvitedWire),
  /** Company policy that the preview of a new order's route needs. */
  executorMayApprove: z.boolean(),
  isApprover: z.boolean(),
  permissions: z.array(z.enum(permissions)),
  updatedAt: InstantWire,
  can: z.object({ createDocument: AbilityWire, appoint: AbilityWire, change: AbilityWire }),
})
export type ProjectWire = z.infer<typeof ProjectWire>

/** Approvers and executors in a request's body. */
export const peopleFields = {
  approverIds: z.array(UuidWire).max(50).default([]),
  executorIds: z.array(UuidWire).max(50).default([]),
}

export const NewProjectWire = z.object({
  name: lineWire(120, 'Nombre requerido'),
  clientId: uuidWire('Cliente requerido'),
  totalMinor: AmountMinorWire,
  description: textWire(2000),
  /** Contracts, the main one first; the project takes its currency. */
  contractIds: z.array(ContractId).min(1, 'Elige al menos un contrato').max(20),
  ...peopleFields,
  /** Ids of open invitations: their people approve or execute once they have accepted. */
  invitedApproverIds: z.array(UuidWire).max(50).default([]),
  invitedExecutorIds: z.array(UuidWire).max(50).default([]),
})

export const getProject = endpoint({
  id: 'getProject',
  method: 'GET',
  path: '/api/projects/:projectId',
  summary: 'One project with its contracts, approvers and executors.',
  params: ProjectParams,
  response: ProjectWire,
})

export const createProject = endpoint({
  id: 'createProject',
  method: 'POST',
  path: '/api/projects',
  summary: 'Creates a project of a client, tied to contracts, with its approvers and executors.',
  body: NewProjectWire,
  response: z.object({ id: z.string() }),
  refusals: [
    'company_suspended',
    'plan_limit',
    'client_inactive',
    'contract_of_other_client',
    'currencies_differ',
    'approver_is_executor',
    'person_not_eligible',
  ],
  idempotent: true,
})

export const changeProject = endpoint({
  id: 'changeProject',
  method: 'PUT',
  path: '/api/projects/:projectId',
  summary: 'Changes a project’s data, and whether it takes new orders.',
  params: ProjectParams,
  body: z.object({
    name: lineWire(120, 'Nombre requerido'),
    description: textWire(2000),
    totalMinor: AmountMinorWire,
    status: z.enum(['active', 'inactive'], { error: 'Elige activo o inactivo' }),
    /** `updatedAt` of the project that the form showed: the version on which the change is based. */
    seen: InstantWire,
  }),
  response: z.object({ id: z.string() }),
  refusals: ['stale_project', 'plan_limit', 'company_suspended'],
})

export const PermissionsWire = z.array(z.enum(permissions))
export const GlobalPermissionsWire = z.array(z.enum(globalPermissions))

/** Permissions that a request's body asks for. */
export const WantedPermissionsWire = inOrder(permissions)
export const WantedGlobalPermissionsWire = inOrder(globalPermissions)

export const ownPermissions = endpoint({
  id: 'ownPermissions',
  method: 'GET',
  path: '/api/session/permissions',
  summary: 'What one may do oneself: by name in each project, and everywhere.',
  response: z.object({
    byProject: z.record(z.string(), PermissionsWire),
    global: GlobalPermissionsWire,
    /** True for administrators and clients, who hold what they need by their role. */
    isTenantAdmin: z.boolean(),
  }),
})
export type OwnPermissions = z.output<(typeof ownPermissions)['response']>

/** List of options without repetitions, in the order of `options`. */
function inOrder<Option extends string>(options: readonly [Option, ...Option[]]) {
  return z
    .array(z.enum(options))
    .max(20)
    .transform(requested => options.filter(option => requested.some(each => each === option)))
}
