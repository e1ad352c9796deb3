import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { lengthMessage, passwordHint, unmetMinimum } from '#features/identity/rules/passwords.ts'
import { updateAccountMutation } from '#features/identity/web/queries.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '#ui/card.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { notify } from '#ui/toast.ts'

const PasswordChangeWire = z
  .object({
    current_password: z.string().min(1, 'Escribe tu contraseña actual para cambiarla.').max(1000),
    password: z.string().max(1000),
    repeated: z.string(),
  })
  .superRefine(({ password }, context) => {
    const asked = unmetMinimum(password, 'account')
    if (asked !== null)
      context.addIssue({ code: 'custom', path: ['password'], message: lengthMessage(asked) })
  })
  .refine(({ password, repeated }) => password === repeated, {
    path: ['repeated'],
    message: 'Las contraseñas no coinciden',
  })

const blank = { current_password: '', password: '', repeated: '' }

/** Element id of the form, the target of links that ask a person to choose another password. */
export const passwordFormId = 'password-form'

/** Form that changes the own password. `email`: lets password managers recognise the account. */
export function PasswordForm({ email }: { email: string }) {
  const update = useMutation(updateAccountMutation)
  const { form, field, submit, busy, failure } = useWireForm({
    schema: PasswordChangeWire,
    defaults: blank,
    send: async ({ password, current_password }) => {
      await update.mutateAsync({ password, current_password })
      form.reset(blank)
      notify.success('Contraseña actualizada con éxito')
    },
  })
  return (
    <Card>
      <form id={passwordFormId} noValidate onSubmit={submit}>
        <CardHeader title="Contraseña" note="Al cambiarla se cierran tus demás sesiones" />
        <CardBody className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            {...field('current_password')}
            label="Contraseña actual"
            autoComplete="current-password"
            className="sm:col-span-2"
          />
          <PasswordField
            {...field('password')}
            label="Nueva contraseña"
            autoComplete="new-password"
            hint={passwordHint}
          />
          <PasswordField {...field('repeated')} label="Confirmar contraseña" autoComplete="new-password" />
          {failure !== null && (
            <div className="sm:col-span-2">
              <FormFailure message={failure} />
            </div>
          )}
        </CardBody>
        <CardFooter>
          <Button type="submit" busy={busy}>
            Cambiar contraseña
          </Button>
        </CardFooter>
      </form>
    </Card>
  )
}
