import { useMutation, useQuery } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import type { ClientWire } from '#features/clients/wire.ts'
import { assignProvidersMutation, providersQuery } from '#features/providers/web/queries.ts'
import { assignProviders, type ProviderWire } from '#features/providers/wire.ts'
import { CheckList } from '#ui/check-list.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { notify } from '#ui/toast.ts'
import { useWireForm } from '#ui/use-wire-form.ts'

type AssignDialogProps = { client: ClientWire; onClose: () => void }

/** Which providers a client works with: only their orders can be made in its projects. */
export function AssignDialog({ client, onClose }: AssignDialogProps) {
  const query = useQuery(providersQuery())
  if (query.data) return <AssignForm client={client} providers={query.data.items} onClose={onClose} />
  return (
    <Dialog open onOpenChange={onClose} title={titleFor(client)} description={why}>
      <Loaded query={query} skeleton={<SkeletonRows count={4} label="Cargando proveedores" />}>
        {() => null}
      </Loaded>
    </Dialog>
  )
}

const titleFor = ({ name }: ClientWire) => `Proveedores de ${name}`
const why = 'En los proyectos del cliente solo se hacen pedidos a los proveedores marcados.'

function AssignForm({
  client,
  providers,
  onClose,
}: AssignDialogProps & { providers: readonly ProviderWire[] }) {
  const assign = useMutation(assignProvidersMutation)
  const wire = useWireForm({
    schema: assignProviders.body,
    defaults: {
      providerIds: providers.filter(({ clientIds }) => clientIds.includes(client.id)).map(({ id }) => id),
    },
    send: async ({ providerIds }) => {
      await assign.mutateAsync({ clientId: client.id, providerIds })
      notify.success(`Proveedores de «${client.name}» guardados`)
      onClose()
    },
  })
  return (
    <FormDialog
      title={titleFor(client)}
      description={why}
      submitLabel="Guardar"
      wire={wire}
      isDirty={wire.form.formState.isDirty}
      onClose={onClose}
    >
      <Controller
        control={wire.form.control}
        name="providerIds"
        render={({ field, fieldState }) => (
          <CheckList
            label="Proveedores asignados"
            searchLabel="Buscar proveedores..."
            options={providers.map(({ id, name, taxId }) => ({
              value: id,
              label: name,
              detail: [id, taxId].filter(Boolean).join(' · '),
            }))}
            values={field.value}
            onChange={field.onChange}
            error={fieldState.error?.message}
            empty={
              <>
                <p className="mb-2">Aún no hay proveedores.</p>
                <LinkButton to="/empresa/providers" size="sm">
                  Ir a proveedores
                </LinkButton>
              </>
            }
          />
        )}
      />
    </FormDialog>
  )
}
