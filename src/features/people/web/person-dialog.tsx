import { useMutation } from '@tanstack/react-query'
import { Controller, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { affiliationOf, type GrantableRole, grantableRoles } from '#features/people/rules.ts'
import { createPersonMutation } from '#features/people/web/queries.ts'
import { roleNote } from '#features/people/web/text.ts'
import { type NewPerson, NewPersonWire } from '#features/people/wire.ts'
import { roleLabel } from '#kernel/actor.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import type { Option } from '#ui/fields/native-select.tsx'
import { Select } from '#ui/fields/select.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { notify } from '#ui/toast.ts'

type NewPersonDialogProps = {
  /** What the person may be; the first is proposed. */
  roles: readonly GrantableRole[]
  /** Organisations the person may belong to. */
  clients: readonly Option[]
  providers: readonly Option[]
  /** A client's main account invites its own users: neither role nor client is asked for. */
  ownClientId?: string | null
  onClose: () => void
}

const whenAccepted = 'Podrás nombrarla en los proyectos cuando acepte.'

type PersonInput = z.input<typeof NewPersonWire>

/** Invites somebody into the company. */
export function NewPersonDialog({ roles, clients, providers, ...props }: NewPersonDialogProps) {
  const { ownClientId = null, onClose } = props
  const create = useMutation(createPersonMutation)
  const wire = useWireForm<PersonInput, NewPerson>({
    schema: NewPersonWire,
    defaults: { ...blank, role: roles[0] ?? 'approver', clientId: ownClientId },
    send: async (body, key) => {
      await create.mutateAsync({ body, key })
      notify.success(`Invitación enviada a ${body.email}`, { description: whenAccepted })
      onClose()
    },
  })
  const { form, field } = wire
  return (
    <FormDialog
      title="Invitar a una persona"
      submitLabel="Enviar invitación"
      wire={wire}
      isDirty={form.formState.isDirty}
      onClose={onClose}
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField {...field('name')} label="Nombre" autoComplete="off" />
        <TextField {...field('lastName')} label="Apellidos" autoComplete="off" />
      </div>
      <TextField
        {...field('email')}
        label="Correo electrónico"
        hint="Le enviaremos una invitación: entrará en la empresa cuando la acepte."
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {ownClientId === null && <RoleFields form={form} {...{ roles, clients, providers }} />}
    </FormDialog>
  )
}

const blank = { name: '', lastName: '', email: '', clientId: null, providerId: null }

type RoleFieldsProps = Pick<NewPersonDialogProps, 'roles' | 'clients' | 'providers'> & {
  form: UseFormReturn<PersonInput, unknown, NewPerson>
}

/** The role, and whose person it is when the role belongs to somebody. */
function RoleFields({ form, roles, clients, providers }: RoleFieldsProps) {
  const role = form.watch('role')
  const belongsTo = affiliationOf(role)
  const choose = (next: string) => {
    const chosen = grantableRoles.find(each => each === next)
    if (chosen === undefined) return
    form.setValue('role', chosen, { shouldDirty: true })
    form.setValue('clientId', null)
    form.setValue('providerId', null)
  }
  return (
    <>
      <Controller
        control={form.control}
        name="role"
        render={({ field, fieldState }) => (
          <Select
            {...field}
            onChange={event => choose(event.target.value)}
            label="Rol"
            hint={roleNote[role]}
            error={fieldState.error?.message}
            options={roles.map(value => ({ value, label: roleLabel[value] }))}
          />
        )}
      />
      {belongsTo !== null && (
        <Controller
          key={belongsTo}
          control={form.control}
          name={belongsTo === 'client' ? 'clientId' : 'providerId'}
          render={({ field, fieldState }) => (
            <Select
              {...field}
              value={field.value ?? ''}
              label={belongsTo === 'client' ? 'Cliente' : 'Proveedor'}
              placeholder={belongsTo === 'client' ? 'Elige un cliente' : 'Elige un proveedor'}
              error={fieldState.error?.message}
              options={belongsTo === 'client' ? clients : providers}
            />
          )}
        />
      )}
    </>
  )
}
