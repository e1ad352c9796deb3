/** Wire of people: a row of the list, and the calls that invite, activate and change a person. */
import { z } from 'zod'
import { grantableRoles, roleAffiliation } from '#features/people/rules.ts'
import { roles } from '#kernel/actor.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { displayIdWire } from '#kernel/ids.ts'
import { AbilityWire, EmailWire, InstantWire, lineWire, UuidWire } from '#kernel/wire.ts'

export const PersonRowWire = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  /** Job title and department, in the person's own words; empty until filled in. */
  position: z.string(),
  department: z.string(),
  role: z.enum(roles),
  active: z.boolean(),
  /** True for an invited person who has not chosen a password yet. */
  isInvited: z.boolean(),
  clientId: z.string().nullable(),
  providerId: z.string().nullable(),
  /** Name of the person's client or provider. */
  organisation: z.string().nullable(),
  lastSignInAt: InstantWire.nullable(),
  createdAt: InstantWire,
  /** The pending address, for administrators. It takes effect from `countsFrom` on, once it is confirmed. */
  pendingAddress: z.object({ email: z.string(), countsFrom: InstantWire.nullable() }).nullable(),
  can: z.object({
    deactivate: AbilityWire,
    activate: AbilityWire,
    invite: AbilityWire,
    withdrawAddress: AbilityWire,
    endSessions: AbilityWire,
  }),
})
export type PersonRowWire = z.infer<typeof PersonRowWire>

export const NewPersonWire = z
  .object({
    name: lineWire(80, 'Nombre requerido'),
    lastName: lineWire(80, 'Apellido requerido'),
    email: EmailWire,
    role: z.enum(grantableRoles, { error: 'Rol no válido' }),
    clientId: UuidWire.nullish(),
    providerId: displayIdWire('PRV').nullish(),
  })
  .superRefine(({ role, clientId, providerId }, context) => {
    const belongsTo = roleAffiliation(role)
    const complain = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (belongsTo === 'client' && !clientId) complain('clientId', 'Cliente requerido')
    if (belongsTo !== 'client' && clientId) complain('clientId', 'Este rol no pertenece a un cliente')
    if (belongsTo === 'provider' && !providerId) complain('providerId', 'Proveedor requerido')
    if (belongsTo !== 'provider' && providerId) complain('providerId', 'Este rol no pertenece a un proveedor')
  })
export type NewPerson = z.output<typeof NewPersonWire>

export const createPerson = endpoint({
  id: 'createPerson',
  method: 'POST',
  path: '/api/people',
  summary:
    'Invites an address into the company, the same whether it has an account or not; its owner becomes a member when they accept.',
  body: NewPersonWire,
  response: z.object({ invitationId: z.string() }),
  refusals: ['sample_company', 'company_suspended', 'plan_limit', 'already_invited', 'already_member'],
  idempotent: true,
})

export const invitePersonAgain = endpoint({
  id: 'invitePersonAgain',
  method: 'POST',
  path: '/api/people/:userId/invitation',
  summary: 'Sends the invitation once more; the earlier link no longer works.',
  params: z.object({ userId: UuidWire }),
  response: z.object({ userId: z.string() }),
  refusals: ['has_come_in', 'too_many_invitations'],
  idempotent: true,
})

const PersonParams = z.object({ userId: UuidWire })
const SwitchedWire = z.object({ userId: z.string(), active: z.boolean() })

export const activatePerson = endpoint({
  id: 'activatePerson',
  method: 'POST',
  path: '/api/people/:userId/activate',
  summary: 'Lets a deactivated person in again.',
  params: PersonParams,
  response: SwitchedWire,
  refusals: ['company_suspended', 'plan_limit'],
})

export const endPersonSessions = endpoint({
  id: 'endPersonSessions',
  method: 'POST',
  path: '/api/people/:userId/end-sessions',
  summary:
    'Ends all sessions of a person in this company at once; they may sign in again. For a lost or borrowed device.',
  params: PersonParams,
  /** Number of sessions that were ended. */
  response: z.object({ userId: z.string(), sessions: z.int() }),
  refusals: ['own_sessions'],
})

export const withdrawAddress = endpoint({
  id: 'withdrawAddress',
  method: 'DELETE',
  path: '/api/people/:userId/given-address',
  summary: 'Takes back an address that was given to a person and does not count yet; the former one stays.',
  params: PersonParams,
  response: z.object({ userId: z.string() }),
  refusals: ['no_given_address', 'address_of_admin', 'works_elsewhere'],
})
