/** Wire of a person's departure: what others take over, and who may. */
import { z } from 'zod'
import { DocumentId } from '#features/documents/wire.ts'
import { ProjectId } from '#features/projects/wire.ts'
import { roles } from '#kernel/actor.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { AbilityWire, MoneyWire, UuidWire } from '#kernel/wire.ts'

const params = z.object({ userId: UuidWire })
const Task = z.enum(['approve', 'execute'])

/** Project of a seat or duty to be transferred, and the people who cannot take it over. */
const inProject = {
  projectId: z.string(),
  projectName: z.string(),
  clientId: z.string(),
  unfitIds: z.array(z.string()),
}

export const DepartureWire = z.object({
  seats: z.array(
    z.object({
      ...inProject,
      seatId: z.string(),
      documentId: z.string(),
      documentName: z.string(),
      amount: MoneyWire,
    }),
  ),
  appointments: z.array(
    z.object({
      ...inProject,
      task: Task,
      /** True when nobody else has this duty in the project. */
      isOnly: z.boolean(),
    }),
  ),
  /** Rules of the published flow that name the person. */
  rules: z.array(z.string()),
  /** True when the draft of the flow names the person. */
  isInDraft: z.boolean(),
  /** Budget owner: `only` when nobody else is one. */
  budget: z.enum(['none', 'shared', 'only']),
  /** Number of delegations from and to the person that are not over. */
  delegations: z.int(),
  /** Active people who may approve or execute, at most 200. */
  candidates: z.array(
    z.object({
      userId: z.string(),
      name: z.string(),
      email: z.string(),
      role: z.enum(roles),
      clientId: z.string().nullable(),
    }),
  ),
  can: z.object({ letGo: AbilityWire }),
})
export type DepartureWire = z.infer<typeof DepartureWire>

export const getDeparture = endpoint({
  id: 'getDeparture',
  method: 'GET',
  path: '/api/people/:userId/departure',
  summary: 'What somebody else must take over before this person leaves, and who could.',
  params,
  response: DepartureWire,
})

export const letPersonGo = endpoint({
  id: 'letPersonGo',
  method: 'POST',
  path: '/api/people/:userId/departure',
  summary: 'Hands every open seat and the appointments named over to others and deactivates the person.',
  params,
  body: z.object({
    seats: z.array(z.object({ seatId: UuidWire, substituteId: UuidWire })).max(2000),
    appointments: z
      .array(z.object({ projectId: ProjectId, task: Task, substituteId: UuidWire }))
      .max(1000)
      .default([]),
    /** The successor, who takes the leaver's place in the flow and, if eligible, as budget owner. */
    successorId: UuidWire.nullish(),
  }),
  response: z.object({
    userId: z.string(),
    active: z.boolean(),
    reassigned: z.array(z.object({ documentId: DocumentId, substituteId: z.string() })),
  }),
  refusals: [
    'open_seats',
    'substitute_is_author',
    'substitute_has_seat',
    'person_not_eligible',
    'successor_required',
    'quorum_too_large',
    'approver_is_executor',
    'executor_cannot_approve',
    'last_admin',
    'own_account',
    'own_hand',
    'untrusted_account',
  ],
  idempotent: true,
})

export const deactivatePerson = endpoint({
  id: 'deactivatePerson',
  method: 'POST',
  path: '/api/people/:userId/deactivate',
  summary: 'Ends a person’s sessions and membership; their history keeps their name.',
  params,
  response: z.object({ userId: z.string(), active: z.boolean() }),
  refusals: ['last_admin', 'own_account', 'open_seats'],
})
