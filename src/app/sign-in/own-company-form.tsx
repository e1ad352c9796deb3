import { ApplicantFields } from '#app/sign-in/applicant-fields.tsx'
import { LoginLink } from '#app/sign-in/login-link.tsx'
import { passwordHint } from '#features/identity/rules/passwords.ts'
import {
  type CompanyRequest,
  CompanyRequestWire,
  requestCompany,
} from '#features/platform/wire/own-company.ts'
import { call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'

/** Form with which somebody asks for a company of their own. */
export function OwnCompanyForm({ onSent }: { onSent: (email: string) => void }) {
  const { field, submit, failure, busy } = useWireForm<CompanyRequest, CompanyRequest>({
    schema: CompanyRequestWire,
    defaults: { companyName: '', name: '', lastName: '', email: '', password: '' },
    send: async body => onSent((await call(requestCompany, { body })).email),
  })
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <TextField {...field('companyName')} label="Nombre de la empresa" autoComplete="organization" />
      <ApplicantFields name={field('name')} lastName={field('lastName')} email={field('email')} />
      <PasswordField
        {...field('password')}
        label="Contraseña"
        autoComplete="new-password"
        hint={passwordHint}
      />
      <FormFailure message={failure} />
      <Button type="submit" variant="primary" size="lg" busy={busy} className="mt-2 w-full">
        {busy ? 'Enviando...' : 'Crear mi empresa'}
      </Button>
      <LoginLink to="/login">¿Ya tienes una cuenta? Inicia sesión</LoginLink>
    </form>
  )
}
