/** Wire of a client, and of the calls that make and change one. */
import { z } from 'zod'
import { clientStatuses } from '#features/clients/rules.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { AbilityWire, EmailWire, InstantWire, lineWire, textWire, UuidWire } from '#kernel/wire.ts'

export const ClientWire = z.object({
  id: z.string(),
  name: z.string(),
  taxId: z.string().nullable(),
  email: z.string(),
  phone: z.string().nullable(),
  status: z.enum(clientStatuses),
  providersCount: z.int(),
  createdAt: InstantWire,
  /** Version that a change sends back as `seen`. */
  version: z.string(),
  can: z.object({ edit: AbilityWire, assignProviders: AbilityWire }),
})
export type ClientWire = z.infer<typeof ClientWire>

export const ClientParams = z.object({ clientId: UuidWire })

/** Phone number with the usual signs between its digits; empty becomes null. */
export const PhoneWire = z
  .string()
  .trim()
  .max(30, 'Máximo 30 caracteres')
  .regex(/^$|^\+?[\d\s().-]{6,}$/, 'Teléfono no válido')
  .transform(text => (text === '' ? null : text))
  .nullish()
  .transform(text => text ?? null)

const contact = {
  name: lineWire(120, 'Nombre requerido'),
  taxId: textWire(30),
  email: EmailWire,
  phone: PhoneWire,
}

export const NewClientWire = z.object(contact)
export type NewClient = z.output<typeof NewClientWire>

export const ClientContentWire = z.object({
  ...contact,
  status: z.enum(clientStatuses, { error: 'Elige activo o inactivo' }),
})
export type ClientContent = z.output<typeof ClientContentWire>

export const getClient = endpoint({
  id: 'getClient',
  method: 'GET',
  path: '/api/clients/:clientId',
  summary: 'One client.',
  params: ClientParams,
  response: ClientWire,
})

export const createClient = endpoint({
  id: 'createClient',
  method: 'POST',
  path: '/api/clients',
  summary:
    'Creates a client and invites an address as its main account, the same whether it has an account or not.',
  body: NewClientWire,
  response: z.object({ id: z.string(), invitationId: z.string() }),
  refusals: [
    'sample_company',
    'company_suspended',
    'plan_limit',
    'already_invited',
    'already_member',
    'same_tax_id',
  ],
  idempotent: true,
})

export const changeClient = endpoint({
  id: 'changeClient',
  method: 'PUT',
  path: '/api/clients/:clientId',
  summary: 'Changes a client’s contact data and status.',
  params: ClientParams,
  body: ClientContentWire.extend({
    /** `version` of the client that the form showed: the version on which the change is based. */
    seen: z.string(),
  }),
  response: z.object({ id: z.string() }),
  refusals: ['stale_data', 'same_tax_id'],
})
