/** A person whom a directory adds: what it says, in the forms that invitations have. */
import type { z } from 'zod'
import { userSchema } from '#features/scim/rules/attributes.ts'
import { keptSaid, mustHaveSchema, personSaid, type Said, userAttributes } from '#features/scim/rules/body.ts'
import type { Change } from '#features/scim/rules/patch.ts'
import { badValue } from '#features/scim/rules/scim-error.ts'
import { EmailWire, lineWire } from '#kernel/wire.ts'

export type Newcomer = {
  readonly email: string
  readonly name: string
  readonly lastName: string
  /** Role that is asked for; null for the usual one. */
  readonly role: string | null
  readonly externalId: string | null
  readonly active: boolean
}

/** The person of a body of POST. @throws ScimError. */
export function newcomerFrom(body: unknown): Newcomer {
  const said = saidIn(body)
  const [role = null, ...others] = said.roles
  if (others.length > 0) throw badValue('Una persona tiene un solo rol.')
  return {
    email: said.email,
    name: readForm(lineWire(80, 'Nombre requerido'), said.givenName, 'name.givenName'),
    lastName: said.familyName === '' ? '' : readForm(lineWire(80, ''), said.familyName, 'name.familyName'),
    role,
    externalId: said.externalId ?? null,
    active: said.active ?? true,
  }
}

/** The change of a body of PUT. The rest of the person is not kept, and no reason to refuse a departure. @throws ScimError. */
export function changeFromPut(body: unknown): Change {
  const attributes = userAttributes(body)
  mustHaveSchema(userSchema, attributes)
  if (!attributes.get('username')) throw badValue('Falta «userName».')
  const { active, externalId } = keptSaid(attributes)
  return { active, externalId }
}

/** Newcomer as a body of POST describes them, with their address. @throws ScimError. */
function saidIn(body: unknown): Said & { readonly email: string } {
  const attributes = userAttributes(body)
  mustHaveSchema(userSchema, attributes)
  const said = personSaid(attributes)
  const email = readForm(EmailWire, said.userName, 'userName')
  const isOther = (address: string) => address.toLowerCase() !== email
  if (said.addresses.length > 0 && said.addresses.every(isOther))
    throw badValue('«userName» debe ser la dirección de correo de la persona, la misma que en «emails».')
  return { ...said, email }
}

function readForm(schema: z.ZodType<string>, value: string, name: string): string {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw badValue(`«${name}»: ${parsed.error.issues[0]?.message ?? 'no es válido'}.`)
  return parsed.data
}
