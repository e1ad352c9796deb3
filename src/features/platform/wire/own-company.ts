/** Wire of a company of one's own: the request, and its confirmation from the mail. */
import { z } from 'zod'
import { hasAddress, hasTwoLetters, isReserved } from '#features/platform/rules/own-company.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { EmailWire, lineWire } from '#kernel/wire.ts'

const noAddress = 'Escribe el nombre sin direcciones web ni de correo'

const personName = (required: string) => lineWire(80, required).refine(text => !hasAddress(text), noAddress)

/** Password as it is typed: its strength is judged where the person's data are known. */
const PasswordWire = z.string().min(1, 'Escribe la contraseña').max(1000)

export const CompanyRequestWire = z.object({
  name: personName('Escribe tu nombre'),
  lastName: personName('Escribe tus apellidos'),
  email: EmailWire,
  companyName: lineWire(120, 'Escribe el nombre de la empresa')
    .refine(hasTwoLetters, 'Escribe un nombre con letras')
    .refine(text => !hasAddress(text), noAddress)
    .refine(text => !isReserved(text), 'Ese nombre está reservado: escribe el de tu empresa'),
  password: PasswordWire,
})
export type CompanyRequest = z.output<typeof CompanyRequestWire>

export const requestCompany = endpoint({
  id: 'requestCompany',
  method: 'POST',
  path: '/api/company-requests',
  summary:
    'Asks for a company of one’s own, where the operator allows it: a mail follows, and nothing exists until it is confirmed. The answer is the same for every address.',
  body: CompanyRequestWire,
  response: z.object({ email: z.string() }),
  refusals: ['too_many_mails', 'companies_exhausted'],
})

export const confirmCompany = endpoint({
  id: 'confirmCompany',
  method: 'POST',
  path: '/api/company-requests/confirmation',
  summary: 'Makes the company that was asked for, with the code of the mail and the password of the request.',
  body: z.object({ code: z.string().min(1, 'Falta el código').max(200), password: PasswordWire }),
  response: z.object({ email: z.string() }),
  refusals: ['request_ended', 'wrong_password', 'account_exists', 'too_many_tries', 'companies_exhausted'],
})
