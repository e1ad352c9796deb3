/** Wire of appointments in a project, and of a person's permissions. */
import { z } from 'zod'
import {
  AppointedWire,
  GlobalPermissionsWire,
  PermissionsWire,
  PersonWire,
  ProjectParams,
  peopleFields,
  WantedGlobalPermissionsWire,
  WantedPermissionsWire,
} from '#features/projects/wire.ts'
import { roles } from '#kernel/actor.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { AbilityWire, UuidWire } from '#kernel/wire.ts'

const appointingRefusals = [
  'approver_is_executor',
  'person_not_eligible',
  'approver_has_open_seats',
  'not_your_person',
  'permission_lacked',
  'untrusted_account',
]

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

/** A person and their permissions in a project. */
export const PermittedWire = PersonWire.extend({
  role: z.enum(roles),
  active: z.boolean(),
  /** Permissions by name in this project. */
  permissions: PermissionsWire,
  /** Global permissions, which count here too and are changed elsewhere. */
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
    /** Permissions that the person who asks may give and take. */
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
  body: z.object({ permissions: WantedPermissionsWire }),
  response: z.object({ permissions: PermissionsWire }),
  refusals: appointingRefusals,
})

export const listPersonPermissions = endpoint({
  id: 'listPersonPermissions',
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
        /** Permissions that the person who asks may give and take. */
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
    /** Projects that the person's role reaches: every one of the company, those of the person's client, or none. */
    reach: z.enum(['company', 'client', 'nothing']),
    /** True for the person who asks: nobody makes themselves an approver everywhere. */
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
  body: z.object({ permissions: WantedGlobalPermissionsWire }),
  response: z.object({ permissions: GlobalPermissionsWire }),
  refusals: [
    'approver_is_executor',
    'person_not_eligible',
    'approver_has_open_seats',
    'own_hand',
    'untrusted_account',
  ],
})
