import { useRouter } from '@tanstack/react-router'
import { z } from 'zod'
import { ApplicantFields } from '#app/sign-in/applicant-fields.tsx'
import { LoginLink } from '#app/sign-in/login-link.tsx'
import { register } from '#app/sign-in/registration.ts'
import {
  lengthMessage,
  passwordHint,
  passwordMinimum,
  unmetMinimum,
} from '#features/identity/rules/passwords.ts'
import { onlyReads, roleLabel, roles } from '#kernel/actor.ts'
import { counted } from '#kernel/text.ts'
import { EmailWire, lineWire } from '#kernel/wire.ts'
import { Button } from '#ui/button.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { notify } from '#ui/toast.ts'

/** Roles that a stranger may ask for: whoever reads a whole company is invited by it. */
const offered = roles.filter(role => !onlyReads(role))

const RegistrationForm = z.object({
  name: lineWire(80, 'Escribe tu nombre'),
  lastName: lineWire(80, 'Escribe tus apellidos'),
  email: EmailWire,
  role: z.enum(roles),
  password: z
    .string()
    .max(1000)
    .refine(text => unmetMinimum(text, 'account') === null, lengthMessage(passwordMinimum)),
})
type ApplicationInput = z.input<typeof RegistrationForm>

/** Form of somebody who asks for an account. */
export function RegisterForm() {
  const router = useRouter()
  const wire = useWireForm<ApplicationInput, z.output<typeof RegistrationForm>>({
    schema: RegistrationForm,
    defaults: { name: '', lastName: '', email: '', role: 'client_user', password: '' },
    send: async application => {
      const { mustConfirm } = await register(application)
      notify.success('Usuario registrado correctamente')
      const registered = { email: application.email, mustConfirm }
      await router.navigate({ to: '/login', state: { registered } })
    },
  })
  const { field } = wire
  return (
    <form noValidate onSubmit={wire.submit} className="grid grid-cols-1 gap-4">
      <ApplicantFields name={field('name')} lastName={field('lastName')} email={field('email')} />
      <Select
        {...field('role')}
        label="Rol"
        hint="El que necesitas. Te lo dará quien active tu cuenta."
        options={offered.map(value => ({ value, label: roleLabel[value] }))}
      />
      <PasswordField
        {...field('password')}
        label="Contraseña"
        autoComplete="new-password"
        hint={lengthHint(wire.form.watch('password'))}
      />
      <FormFailure message={wire.failure} />
      <Button type="submit" variant="primary" size="lg" busy={wire.busy} className="mt-2 w-full">
        {wire.busy ? 'Registrando...' : 'Registrarse'}
      </Button>
      <LoginLink to="/login">¿Ya tienes una cuenta? Inicia sesión</LoginLink>
    </form>
  )
}

/** Hint of the characters still missing while the password is typed. */
function lengthHint(password: string): string {
  const missing = passwordMinimum - [...password].length
  if (password === '' || missing <= 0) return passwordHint
  return `${missing === 1 ? 'Falta' : 'Faltan'} ${counted(missing, 'carácter', 'caracteres')}.`
}
