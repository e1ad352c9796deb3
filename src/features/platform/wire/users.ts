/** Wire of the accounts of all companies, and of their activation by the platform. */
import { z } from 'zod'
import { userList } from '#features/platform/list.ts'
import { requiredAffiliation } from '#features/platform/rules.ts'
import { roles } from '#kernel/actor.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { displayIdWire } from '#kernel/ids.ts'
import { exportBody, listQuery } from '#kernel/list-wire.ts'
import { ExportedWire, InstantWire, UuidWire } from '#kernel/wire.ts'

export const UserRowWire = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** Unconfirmed new address, set by somebody else. */
  newEmail: z.string().nullable(),
  role: z.enum(roles),
  active: z.boolean(),
  /** Role that a pending registration asked for; null for everybody else. */
  requestedRole: z.enum(roles).nullable(),
  /** True when the owner of the address has confirmed it. */
  isConfirmed: z.boolean(),
  hasSecondFactor: z.boolean(),
  companies: z.array(z.object({ id: z.string(), name: z.string(), active: z.boolean() })),
  lastSignInAt: InstantWire.nullable(),
  createdAt: InstantWire,
})
export type UserRowWire = z.infer<typeof UserRowWire>

export const listUsers = endpoint({
  id: 'listUsers',
  method: 'GET',
  path: '/api/platform/users',
  summary: 'All accounts, newest first unless sorted, by keyset; `q` finds name or e-mail.',
  query: listQuery(userList),
  response: z.object({ items: z.array(UserRowWire), next: z.string().nullable() }),
})

export const exportUsers = endpoint({
  id: 'exportUsers',
  method: 'POST',
  path: '/api/platform/users/exports',
  summary: 'An address that serves the accounts as a file, to this session and for a few minutes.',
  body: exportBody(userList),
  response: ExportedWire,
})

const UserParams = z.object({ userId: UuidWire })

export const ActivationWire = z
  .object({
    role: z.enum(roles, { error: 'Rol no válido' }),
    companyId: UuidWire.nullish(),
    clientId: UuidWire.nullish(),
    providerId: displayIdWire('PRV').nullish(),
  })
  .superRefine(({ role, companyId, clientId, providerId }, context) => {
    const complain = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    const needs = requiredAffiliation(role)
    if (needs.company && !companyId) complain('companyId', 'Empresa requerida')
    if (needs.client && !clientId) complain('clientId', 'Cliente requerido')
    if (needs.provider && !providerId) complain('providerId', 'Proveedor requerido')
  })
export type Activation = z.output<typeof ActivationWire>

export const activateUser = endpoint({
  id: 'activateUser',
  method: 'PUT',
  path: '/api/platform/users/:userId/activation',
  summary: 'Activates a registration with its role and company, and writes to its owner.',
  params: UserParams,
  body: ActivationWire,
  response: z.object({ id: z.string() }),
  refusals: [
    'not_pending',
    'company_not_found',
    'client_not_found',
    'provider_not_found',
    'belongs_to_no_company',
    'plan_limit',
    'company_suspended',
    'already_member',
    'email_taken',
  ],
})

export const removeSecondFactor = endpoint({
  id: 'removeSecondFactor',
  method: 'POST',
  path: '/api/platform/users/:userId/second-factor-removal',
  summary: 'For somebody who lost device and codes: from here on the password alone signs in. They are told.',
  params: UserParams,
  response: z.object({ removed: z.int() }),
})
