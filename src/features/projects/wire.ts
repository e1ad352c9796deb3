import { z } from 'zod'
import { ContractId, ContractWire } from '#features/contracts/wire.ts'
import { permissions } from '#features/projects/rules.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { displayIdWire } from '#kernel/ids.ts'
import {
  AbilityWire,
  AmountMinorWire,
  InstantWire,
  lineWire,
  MoneyWire,
  textWire,
  UuidWire,
} from '#kernel/wire.ts'

export const ProjectId = displayIdWire('PRJ')
export const ProjectParams = z.object({ projectId: ProjectId })

export const PersonWire = z.object({ userId: z.string(), name: z.string(), email: z.string() })

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
  total: MoneyWire,
  counts: CountsWire,
  paymentOrdersCount: z.int(),
  issuanceOrdersCount: z.int(),
  /** Sums of the orders that are not rejected or cancelled. */
  issuanceTotal: MoneyWire,
  paymentTotal: MoneyWire,
  createdAt: InstantWire,
})
export type ProjectCardWire = z.infer<typeof ProjectCardWire>

export const ProjectWire = ProjectCardWire.extend({
  description: z.string().nullable(),
  /** Main contract first. */
  contracts: z.array(ContractWire),
  /** Empty for a provider, who never learns who approves. */
  approvers: z.array(PersonWire),
  executors: z.array(PersonWire),
  /** What the company's rules need for the preview of a new order's path. */
  executorMayApprove: z.boolean(),
  isApprover: z.boolean(),
  permissions: z.array(z.enum(permissions)),
  can: z.object({ createDocument: AbilityWire, appoint: AbilityWire }),
})
export type ProjectWire = z.infer<typeof ProjectWire>

const peopleFields = {
  approverIds: z.array(UuidWire).max(50).default([]),
  executorIds: z.array(UuidWire).max(50).default([]),
}

export const NewProjectWire = z.object({
  name: lineWire(120, 'Nombre requerido'),
  clientId: z.guid('Cliente requerido'),
  totalMinor: AmountMinorWire,
  description: textWire(2000),
  /** The first is the main one; the project takes its currency. */
  contractIds: z.array(ContractId).min(1, 'Elige al menos un contrato').max(20),
  ...peopleFields,
})

export const listProjects = endpoint({
  id: 'listProjects',
  method: 'GET',
  path: '/api/projects',
  summary: 'Projects the person may see, newest first; `q` finds name, id or client.',
  query: z.object({ q: z.string().max(100).optional() }),
  response: z.object({ items: z.array(ProjectCardWire), can: z.object({ create: AbilityWire }) }),
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

export const appointPeople = endpoint({
  id: 'appointPeople',
  method: 'PUT',
  path: '/api/projects/:projectId/people',
  summary: 'Says who approves and who executes in the project.',
  params: ProjectParams,
  body: z.object(peopleFields),
  response: z.object({ approvers: z.array(PersonWire), executors: z.array(PersonWire) }),
  refusals: ['approver_is_executor', 'person_not_eligible', 'approver_has_open_seats'],
})
