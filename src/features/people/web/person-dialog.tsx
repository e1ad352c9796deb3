import { useMutation } from '@tanstack/react-query'
import { Controller, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { type GrantableRole, grantableRoles, roleAffiliation } from '#features/people/rules.ts'
import { createPersonMutation } from '#features/people/web/queries.ts'
import { roleNote } from '#features/people/web/text.ts'
import { type NewPerson, NewPersonWire } from '#features/people/wire.ts'
import { roleLabel } from '#kernel/actor.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { EmailField } from '#ui/fields/email-field.tsx'
import type { Option } from '#ui/fields/native-select.tsx'
import { Select } from '#ui/fields/select.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { notify } from '#ui/toast.ts'

type NewPersonDialogProps = {
  /** Roles to choose from; the first is preselected. */
  roles: readonly GrantableRole[]
  /** Organisations to which the person may belong. */
  clients: readonly Option[]
  providers: readonly Option[]
  /** The client of a main account, which invites its own users: the dialog then asks for neither role nor client. */
  ownClientId?: string | null
  /** Sentence of what follows from the acceptance. */
  whenAccepted?: string
  onInvited?: (invitationId: string) => void
  onClose: () => void
}

type PersonInput = z.input<typeof NewPersonWire>

/** Dialog that invites a person into the company. */
export function NewPersonDialog({ roles, clients, providers, ...props }: NewPersonDialogProps) {
  const { ownClientId = null, onInvited, onClose } = props
  const { whenAccepted = 'Podrás nombrarla en los proyectos cuando acepte.' } = props
  const create = useMutation(createPersonMutation)
  const wire = useWireForm<PersonInput, NewPerson>({
    schema: NewPersonWire,
    defaults: { ...blank, role: roles[0] ?? 'approver', clientId: ownClientId },
    send: async (body, key) => {
      const { invitationId } = await create.mutateAsync({ body, key })
      notify.success(`Invitación enviada a ${body.email}`, { description: whenAccepted })
      onInvited?.(invitationId)
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
      <EmailField
        {...field('email')}
        hint="Le enviaremos una invitación: entrará en la empresa cuando la acepte."
      />
      {ownClientId === null && (
        <RoleFields form={form} roles={roles} clients={clients} providers={providers} />
      )}
    </FormDialog>
  )
}

const blank = { name: '', lastName: '', email: '', clientId: null, providerId: null }

type RoleFieldsProps = Pick<NewPersonDialogProps, 'roles' | 'clients' | 'providers'> & {
  form: UseFormReturn<PersonInput, unknown, NewPerson>
}

/** Fields for the role and, when the role belongs to one, the client or provider. */
function RoleFields({ form, roles, clients, providers }: RoleFieldsProps) {
  const role = form.watch('role')
  const belongsTo = roleAffiliation(role)
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
