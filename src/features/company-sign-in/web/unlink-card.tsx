import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import { unlinkMutation } from '#features/company-sign-in/web/queries.ts'
import { type CompanySignInWire, unlinkFromProvider } from '#features/company-sign-in/wire.ts'
import { refusalText } from '#ui/action-link.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { notify } from '#ui/toast.ts'

type Input = z.input<typeof unlinkFromProvider.body>
type Output = z.output<typeof unlinkFromProvider.body>

/** Card for somebody whose account the provider has made anew: the one before is let go. */
export function UnlinkCard({ now }: { now: CompanySignInWire }) {
  const { mutateAsync } = useMutation(unlinkMutation)
  const wire = useWireForm<Input, Output>({
    schema: unlinkFromProvider.body,
    defaults: { email: '' },
    send: async (body, key) => {
      await mutateAsync({ body, key })
      wire.form.reset({ email: '' })
      notify.success('Cuenta soltada: esa persona se une otra vez la próxima vez que entre')
    },
  })
  return (
    <Card aria-labelledby="unlink-title">
      <CardHeader
        id="unlink-title"
        title="Si el proveedor ha vuelto a crear una cuenta"
        note="Quien tiene allí una cuenta nueva con el mismo correo no entra hasta que sueltes la anterior. Sus sesiones en la empresa se cierran."
      />
      <CardBody>
        <form
          noValidate
          onSubmit={wire.submit}
          aria-label="Soltar una cuenta"
          className="grid grid-cols-1 gap-3"
        >
          <TextField
            {...wire.field('email')}
            type="email"
            label="Correo de la persona"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <FormFailure message={wire.failure} />
          <Button
            type="submit"
            busy={wire.busy}
            refusal={refusalText(now.can.change)}
            className="justify-self-start"
          >
            Soltar cuenta
          </Button>
        </form>
      </CardBody>
    </Card>
  )
}
