/** Wire of `/functions/v1/create-user`, whose field names are those of the official client. */
import { z } from 'zod'
import { roles } from '#kernel/actor.ts'
import { displayIdWire } from '#kernel/ids.ts'
import { EmailWire, lineWire, UuidWire } from '#kernel/wire.ts'

const tooShort = 'La contraseña debe tener al menos 8 caracteres'

/** Password: its shortest length counts characters. */
export const PasswordWire = z
  .string({ error: 'Contraseña requerida' })
  .min(1, 'Contraseña requerida')
  .max(1000, 'Máximo 1000 caracteres')
  .refine(text => [...text].length >= 8, tooShort)

/**
 * Fields of a new user. The first five are the form's; the others say to which company, client or
 * provider the person belongs; only the platform chooses a company.
 */
export const NewUserWire = z.object({
  name: lineWire(80, 'Nombre requerido'),
  lastName: lineWire(80, 'Apellido requerido'),
  email: EmailWire,
  role: z.enum(roles, { error: 'Rol no válido' }),
  password: PasswordWire,
  company_id: UuidWire.nullish(),
  client_id: UuidWire.nullish(),
  provider_id: displayIdWire('PRV').nullish(),
})
export type NewUser = z.output<typeof NewUserWire>

export const CreatedUserWire = z.object({ user: z.object({ id: z.string(), email: z.string() }) })
export type CreatedUser = z.infer<typeof CreatedUserWire>
