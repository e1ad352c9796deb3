import { z } from 'zod'
import { ContractId, ContractWire } from '#features/contracts/wire.ts'
import { globalPermissions, permissions } from '#features/projects/rules.ts'
import { roles } from '#kernel/actor.ts'
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

const peopleFields = {
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

const appointingRefusals = [
  'approver_is_executor',
  'person_not_eligible',
  'approver_has_open_seats',
  'not_your_person',
  'permission_lacked',
  'fresh_hands',
]

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

export const appointPeople = endpoint({
  id: 'appointPeople',
  method: 'PUT',
  path: '/api/projects/:projectId/people',
  summary: 'Says who approves and who executes in the project.',
  params: ProjectParams,
  body: z.object(peopleFields),
  response: z.object({ approvers: z.array(AppointedWire), executors: z.array(AppointedWire) }),
  refusals: appointingRefusals,
})

const PermissionsWire = z.array(z.enum(permissions))
const GlobalPermissionsWire = z.array(z.enum(globalPermissions))

/** One person and what they may do in a project. */
export const PermittedWire = PersonWire.extend({
  role: z.enum(roles),
  active: z.boolean(),
  /** By name in this project. */
  permissions: PermissionsWire,
  /** Of their global list, which counts here too and is changed elsewhere. */
  everywhere: GlobalPermissionsWire,
  can: z.object({ change: AbilityWire }),
})
export type PermittedWire = z.infer<typeof PermittedWire>

export const listPermissions = endpoint({
  id: 'listPermissions',
  method: 'GET',
  path: '/api/projects/:projectId/permissions',
  summary: 'Who may do what in the project, and who could be given something: at most 50, `q` finds more.',
  params: ProjectParams,
  query: z.object({ q: z.string().max(100).optional() }),
  response: z.object({
    items: z.array(PermittedWire),
    candidates: z.array(PersonWire.extend({ role: z.enum(roles) })),
    /** What whoever asks may give and take. */
    grantable: PermissionsWire,
    executorMayApprove: z.boolean(),
    can: z.object({ empower: AbilityWire }),
  }),
})

export const changePermissions = endpoint({
  id: 'changePermissions',
  method: 'PUT',
  path: '/api/projects/:projectId/permissions/:userId',
  summary: 'Says what one person may do in the project, by name. An empty list takes everything away.',
  params: ProjectParams.extend({ userId: UuidWire }),
  body: z.object({ permissions: inOrder(permissions) }),
  response: z.object({ permissions: PermissionsWire }),
  refusals: appointingRefusals,
})

export const listPermissionsOf = endpoint({
  id: 'listPermissionsOf',
  method: 'GET',
  path: '/api/people/:userId/projects',
  summary: 'What one person may do in each project where whoever asks may give something; at most 200.',
  params: z.object({ userId: UuidWire }),
  response: z.object({
    items: z.array(
      z.object({
        projectId: z.string(),
        projectName: z.string(),
        permissions: PermissionsWire,
        /** What whoever asks may give and take. */
        grantable: PermissionsWire,
      }),
    ),
    executorMayApprove: z.boolean(),
    can: z.object({ empower: AbilityWire }),
  }),
})

export const getGlobalPermissions = endpoint({
  id: 'getGlobalPermissions',
  method: 'GET',
  path: '/api/people/:userId/permissions',
  summary: 'What one person may do in every project that their role reaches.',
  params: z.object({ userId: UuidWire }),
  response: z.object({
    permissions: GlobalPermissionsWire,
    /** Every project of the company, those of the person’s client, or none. */
    reach: z.enum(['company', 'client', 'nothing']),
    /** Whoever asks: nobody comes to approve everywhere by their own hand. */
    isYou: z.boolean(),
    can: z.object({ empower: AbilityWire }),
  }),
})

export const changeGlobalPermissions = endpoint({
  id: 'changeGlobalPermissions',
  method: 'PUT',
  path: '/api/people/:userId/permissions',
  summary:
    'Says what one person may do in every project that their role reaches; `all` is view, edit and admin.',
  params: z.object({ userId: UuidWire }),
  body: z.object({ permissions: inOrder(globalPermissions) }),
  response: z.object({ permissions: GlobalPermissionsWire }),
  refusals: [
    'approver_is_executor',
    'person_not_eligible',
    'approver_has_open_seats',
    'own_hand',
    'fresh_hands',
  ],
})

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

/** Each at most once. */
function inOrder<Option extends string>(options: readonly [Option, ...Option[]]) {
  return z
    .array(z.enum(options))
    .max(20)
    .transform(given => options.filter(option => given.some(each => each === option)))
}
