import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { z } from 'zod'
import { updateAccountMutation } from '#features/identity/web/queries.ts'
import { lineWire } from '#kernel/wire.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '#ui/card.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { LeaveGuard } from '#ui/hooks/leave-guard.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { notify } from '#ui/toast.ts'

const upTo80 = z.string().trim().max(80, 'Máximo 80 caracteres')

const NameWire = z.object({
  name: lineWire(80, 'Escribe tu nombre'),
  // May be empty: organisations have accounts too.
  lastName: upTo80,
  position: upTo80,
  department: upTo80,
})

type NameFormProps = {
  name: string
  lastName: string
  position: string
  department: string
  roleName: string
}

export function NameForm({ name, lastName, position, department, roleName }: NameFormProps) {
  const update = useMutation(updateAccountMutation)
  const { form, field, submit, busy, failure } = useWireForm({
    schema: NameWire,
    defaults: { name, lastName, position, department },
    send: async data => {
      await update.mutateAsync({ data })
      form.reset(data)
      notify.success('Perfil guardado')
    },
  })
  const { reset } = form
  useEffect(
    () => reset({ name, lastName, position, department }, { keepDirtyValues: true }),
    [reset, name, lastName, position, department],
  )
  const { isDirty } = form.formState
  return (
    <Card>
      <form noValidate onSubmit={submit}>
        <CardHeader title="Datos personales" note={`Tu rol: ${roleName}`} />
        <CardBody className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <TextField {...field('name')} label="Nombre" autoComplete="given-name" />
          <TextField {...field('lastName')} label="Apellidos" autoComplete="family-name" optional />
          <TextField {...field('position')} label="Puesto" autoComplete="organization-title" optional />
          <TextField {...field('department')} label="Departamento" autoComplete="off" optional />
          {failure !== null && (
            <div className="sm:col-span-2">
              <FormFailure message={failure} />
            </div>
          )}
        </CardBody>
        <CardFooter>
          <Button type="submit" variant="primary" busy={busy}>
            Guardar datos
          </Button>
        </CardFooter>
      </form>
      <LeaveGuard isUnsent={isDirty && !busy} />
    </Card>
  )
}
