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
/** Who approves or executes: named in the project, or only by the permissions they hold everywhere. */
export const AppointedWire = PersonWire.extend({ everywhere: z.boolean() })

/** Orders per status, as the tabs count them. */
export const CountsWire = z.object({
  pending: z.int(),
  approved: z.int(),
  paid: z.int(),
  rejected: z.int(),
})

export const ProjectCardWire = z.object({
  id: z.string(),
  name: z.string(),
  clientId: z.string(),
  clientName: z.string(),
  status: z.enum(['active', 'inactive']),
  /** The project's budget; for a provider, what its own contracts in it come to. */
  total: SumWire,
  counts: CountsWire,
  paymentOrdersCount: z.int(),
  issuanceOrdersCount: z.int(),
  /** Sums of the orders that are not rejected or cancelled. */
  issuanceTotal: SumWire,
  paymentTotal: SumWire,
  createdAt: InstantWire,
})
export type ProjectCardWire = z.infer<typeof ProjectCardWire>

export const ProjectWire = ProjectCardWire.extend({
  description: z.string().nullable(),
  /** Main contract first. */
  contracts: z.array(ContractWire),
  /** Empty for a provider, who never learns who approves. */
  approvers: z.array(AppointedWire),
  executors: z.array(AppointedWire),
  /** What the company's rules need for the preview of a new order's path. */
  executorMayApprove: z.boolean(),
  isApprover: z.boolean(),
  permissions: z.array(z.enum(permissions)),
  updatedAt: InstantWire,
  can: z.object({ createDocument: AbilityWire, appoint: AbilityWire, change: AbilityWire }),
})
export type ProjectWire = z.infer<typeof ProjectWire>

/** Who approves and who executes, as a body names them. */
export const peopleFields = {
  approverIds: z.array(UuidWire).max(50).default([]),
  executorIds: z.array(UuidWire).max(50).default([]),
}

export const NewProjectWire = z.object({
  name: lineWire(120, 'Nombre requerido'),
  clientId: uuidWire('Cliente requerido'),
  totalMinor: AmountMinorWire,
  description: textWire(2000),
  /** The first is the main one; the project takes its currency. */
  contractIds: z.array(ContractId).min(1, 'Elige al menos un contrato').max(20),
  ...peopleFields,
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
    /** `updatedAt` of the project as it was seen. */
    seen: InstantWire,
  }),
  response: z.object({ id: z.string() }),
  refusals: ['stale_project', 'plan_limit', 'company_suspended'],
})

export const PermissionsWire = z.array(z.enum(permissions))
export const GlobalPermissionsWire = z.array(z.enum(globalPermissions))

/** Permissions that a body asks for. */
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
    /** Administrators and clients hold what they need by their role. */
    isTenantAdmin: z.boolean(),
  }),
})
export type OwnPermissions = z.output<(typeof ownPermissions)['response']>

/** Each at most once, in the order of the list. */
function inOrder<Option extends string>(options: readonly [Option, ...Option[]]) {
  return z
    .array(z.enum(options))
    .max(20)
    .transform(given => options.filter(option => given.some(each => each === option)))
}
