import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import { AffiliationPanel, noAffiliation } from '#features/platform/web/affiliation-panel.tsx'
import { activateUserMutation } from '#features/platform/web/queries.ts'
import { type Activation, ActivationWire, type UserRowWire } from '#features/platform/wire/users.ts'
import { roleLabel, roles } from '#kernel/actor.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { Select } from '#ui/fields/select.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { notify } from '#ui/toast.ts'

type ActivationDialogProps = { user: UserRowWire; onClose: () => void }

/** Dialog that activates a registration with a role and a company. */
export function ActivationDialog({ user, onClose }: ActivationDialogProps) {
  const activate = useMutation(activateUserMutation)
  const wire = useWireForm<z.input<typeof ActivationWire>, Activation>({
    schema: ActivationWire,
    defaults: { ...noAffiliation, role: user.requestedRole ?? 'client_user' },
    send: async body => {
      await activate.mutateAsync({ userId: user.id, body })
      notify.success(user.isConfirmed ? `${user.name} ya puede entrar` : `${user.name} está dado de alta`, {
        description: user.isConfirmed
          ? `Hemos escrito a ${user.email}.`
          : `Podrá entrar cuando siga el enlace que hemos enviado a ${user.email}.`,
      })
      onClose()
    },
  })
  const { form, fieldError } = wire
  const [role, companyId, clientId, providerId] = form.watch(['role', 'companyId', 'clientId', 'providerId'])
  const setAffiliation = (affiliation: typeof noAffiliation) => {
    form.setValue('companyId', affiliation.companyId, { shouldDirty: true })
    form.setValue('clientId', affiliation.clientId)
    form.setValue('providerId', affiliation.providerId)
  }
  return (
    <FormDialog
      title={`Activar a ${user.name}`}
      description={
        user.isConfirmed
          ? 'Entrará con la contraseña que eligió al registrarse.'
          : 'Nadie ha confirmado aún que la dirección sea suya: le enviaremos un enlace para elegir su contraseña.'
      }
      submitLabel="Activar"
      wire={wire}
      isDirty={form.formState.isDirty}
      onClose={onClose}
    >
      <Select
        label="Rol"
        hint={user.requestedRole ? `Pidió: ${roleLabel[user.requestedRole]}` : undefined}
        error={fieldError('role')}
        value={role}
        onChange={event => {
          const chosen = roles.find(one => one === event.target.value) ?? 'client_user'
          form.setValue('role', chosen, { shouldDirty: true })
          setAffiliation(
            chosen === 'admin_saas' ? noAffiliation : { ...noAffiliation, companyId: companyId ?? null },
          )
        }}
        options={roles.map(value => ({ value, label: roleLabel[value] }))}
      />
      <AffiliationPanel
        role={role}
        value={{ companyId: companyId ?? null, clientId: clientId ?? null, providerId: providerId ?? null }}
        onChange={setAffiliation}
        fieldError={fieldError}
      />
    </FormDialog>
  )
}
