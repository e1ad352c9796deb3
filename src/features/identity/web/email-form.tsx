import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { resendNewAddressMutation, updateAccountMutation } from '#features/identity/web/queries.ts'
import { EmailWire } from '#kernel/wire.ts'
import { failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '#ui/card.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { Alert } from '#ui/states.tsx'
import { notify } from '#ui/toast.ts'

const NewAddressWire = z.object({
  email: EmailWire,
  current_password: z.string().min(1, 'Escribe tu contraseña actual para cambiarla.').max(1000),
})

type EmailFormProps = {
  email: string
  /** An address pending its confirmation. */
  newEmail: string | null
}

/** Form that requests a change of the own address. */
export function EmailForm({ email, newEmail }: EmailFormProps) {
  const update = useMutation(updateAccountMutation)
  const { form, field, submit, busy, failure } = useWireForm({
    schema: NewAddressWire,
    defaults: { email: '', current_password: '' },
    send: async body => {
      await update.mutateAsync(body)
      form.reset({ email: '', current_password: '' })
      notify.success('Revisa tu nuevo correo', {
        description: `Confirma el cambio con el enlace enviado a ${body.email}.`,
      })
    },
  })
  return (
    <Card>
      <form noValidate onSubmit={submit}>
        <CardHeader
          title="Correo electrónico"
          note={
            <>
              Inicias sesión con <span className="font-medium text-ink">{email}</span>
            </>
          }
        />
        <CardBody className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          {newEmail !== null && <Waiting newEmail={newEmail} email={email} />}
          <TextField
            {...field('email')}
            label="Nuevo correo electrónico"
            hint="Te escribiremos ahí para confirmarlo."
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
          />
          <PasswordField
            {...field('current_password')}
            label="Tu contraseña"
            autoComplete="current-password"
          />
          {failure !== null && (
            <div className="sm:col-span-2">
              <FormFailure message={failure} />
            </div>
          )}
        </CardBody>
        <CardFooter>
          <Button type="submit" busy={busy}>
            Cambiar correo
          </Button>
        </CardFooter>
      </form>
    </Card>
  )
}

function Waiting({ newEmail, email }: { newEmail: string; email: string }) {
  const { mutate, isPending } = useMutation(resendNewAddressMutation)
  const resend = () =>
    mutate(email, {
      onSuccess: () => notify.success(`Correo enviado a ${newEmail}`),
      onError: error => notify.error(failureMessage(error)),
    })
  return (
    <div className="sm:col-span-2">
      <Alert tone="info" title={`${newEmail} · pendiente de confirmar`}>
        <p>Hasta que lo confirmes con el enlace que te hemos enviado, sigues entrando con {email}.</p>
        <Button size="sm" busy={isPending} onClick={resend} className="mt-2">
          Reenviar el correo
        </Button>
      </Alert>
    </div>
  )
}
