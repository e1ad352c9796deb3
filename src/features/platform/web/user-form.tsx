import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import { passwordHint } from '#features/identity/rules/passwords.ts'
import { AffiliationPanel, noAffiliation } from '#features/platform/web/affiliation-panel.tsx'
import { createUserMutation } from '#features/platform/web/queries.ts'
import { type NewUser, NewUserWire } from '#features/platform/wire/create-user.ts'
import { roleLabel, roles } from '#kernel/actor.ts'
import { ApiProblem } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '#ui/card.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { LeaveGuard } from '#ui/hooks/leave-guard.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { notify } from '#ui/toast.ts'

type UserInput = z.input<typeof NewUserWire>

const blank: UserInput = {
  name: '',
  lastName: '',
  email: '',
  role: 'client_user',
  password: '',
  company_id: null,
  client_id: null,
  provider_id: null,
}

/** Form that creates a user who can sign in at once, with the password chosen here. */
export function UserForm() {
  const create = useMutation(createUserMutation)
  const wire = useWireForm<UserInput, NewUser>({
    schema: NewUserWire,
    defaults: blank,
    send: async user => {
      try {
        await create.mutateAsync(user)
        notify.success('Usuario creado correctamente')
        wire.form.reset(blank)
      } catch (error) {
        const message = error instanceof ApiProblem ? error.problem.title : ''
        notify.error(message || 'Ocurrió un error al crear el usuario.')
      }
    },
  })
  const { field, form, submit, busy } = wire
  return (
    <Card>
      <form noValidate onSubmit={submit}>
        <CardHeader title="Nuevo usuario" note="Podrá entrar enseguida con la contraseña que elijas." />
        <CardBody className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3">
          <TextField {...field('name')} label="Nombre" autoComplete="off" />
          <TextField {...field('lastName')} label="Apellidos" autoComplete="off" />
          <TextField
            {...field('email')}
            label="Correo electrónico"
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <RoleAndPlace form={form} fieldError={wire.fieldError} />
          <PasswordField
            {...field('password')}
            label="Contraseña"
            autoComplete="new-password"
            hint={passwordHint}
          />
        </CardBody>
        <CardFooter>
          <Button type="submit" variant="primary" busy={busy}>
            Crear usuario
          </Button>
        </CardFooter>
      </form>
      <LeaveGuard isUnsent={form.formState.isDirty && !busy} />
    </Card>
  )
}

type UserWireForm = ReturnType<typeof useWireForm<UserInput, NewUser>>

function RoleAndPlace({ form, fieldError }: Pick<UserWireForm, 'form' | 'fieldError'>) {
  const [role, companyId, clientId, providerId] = form.watch([
    'role',
    'company_id',
    'client_id',
    'provider_id',
  ])
  const keep = (affiliation: typeof noAffiliation) => {
    form.setValue('company_id', affiliation.companyId)
    form.setValue('client_id', affiliation.clientId)
    form.setValue('provider_id', affiliation.providerId)
  }
  return (
    <>
      <Select
        label="Rol"
        error={fieldError('role')}
        value={role}
        onChange={event => {
          form.setValue('role', roles.find(one => one === event.target.value) ?? 'client_user')
          keep({ ...noAffiliation, companyId: companyId ?? null })
        }}
        options={roles.map(value => ({ value, label: roleLabel[value] }))}
      />
      <AffiliationPanel
        role={role}
        value={{ companyId: companyId ?? null, clientId: clientId ?? null, providerId: providerId ?? null }}
        onChange={keep}
        fieldError={() => undefined}
        isOptional
      />
    </>
  )
}
