import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import { unlinkMutation } from '#features/company-sign-in/web/queries.ts'
import { SingleFieldForm } from '#features/company-sign-in/web/single-field-form.tsx'
import { type CompanySignInWire, unlinkFromProvider } from '#features/company-sign-in/wire.ts'
import { refusalText } from '#ui/action-link.tsx'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
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
        <SingleFieldForm
          wire={wire}
          label="Soltar una cuenta"
          sendLabel="Soltar cuenta"
          refusal={refusalText(now.can.change)}
        >
          <TextField
            {...wire.field('email')}
            type="email"
            label="Correo de la persona"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </SingleFieldForm>
      </CardBody>
    </Card>
  )
}
