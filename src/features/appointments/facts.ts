/**
 * Facts of appointments: approvers and executors, permissions, budget owners. Those of a project have notices
 * because whoever appoints themself approver there is told to others; those of the whole company stand in the journal.
 */
import type { GlobalPermission, Permission } from '#features/projects/rules.ts'
import { content, defineFacts } from '#kernel/fact.ts'

type People = { readonly approvers: readonly string[]; readonly executors: readonly string[] }
type Owners = { readonly owners: readonly string[] }
type Global = { readonly permissions: readonly GlobalPermission[] }
type InProject = { readonly userId: string; readonly permissions: readonly Permission[] }

export const appointmentFact = defineFacts({
  'project.people_appointed': {
    object: 'project',
    sentence: 'Aprobadores y ejecutores del proyecto modificados',
    content: content<{ before: People; after: People }>(),
    subscribers: ['notices'],
  },
  // Of somebody who accepted their invitation when they could no longer be named.
  'project.invited_passed_over': {
    object: 'project',
    sentence: 'Nombramiento de una persona invitada sin efecto',
    content: content<{ after: InProject }>(),
  },
  'project.permissions_changed': {
    object: 'project',
    sentence: 'Permisos del proyecto modificados',
    content: content<{ before: InProject; after: InProject }>(),
    subscribers: ['notices'],
  },
  'person.permissions_changed': {
    object: 'person',
    sentence: 'Permisos generales modificados',
    content: content<{ before: Global; after: Global }>(),
  },
  'company.budget_owners_changed': {
    object: 'company',
    sentence: 'Responsables de presupuesto modificados',
    content: content<{ before: Owners; after: Owners }>(),
  },
})
