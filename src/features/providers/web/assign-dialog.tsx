import { useMutation, useQuery } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import type { ClientWire } from '#features/clients/wire.ts'
import {
  assignProvidersMutation,
  providersOfClientQuery,
  useProvidersToChoose,
} from '#features/providers/web/queries.ts'
import { assignProviders, type ProviderWire } from '#features/providers/wire.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { CheckList } from '#ui/fields/check-list.tsx'
import { longestList, useKnown } from '#ui/fields/choice.ts'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { notify } from '#ui/toast.ts'

type AssignDialogProps = { client: ClientWire; onClose: () => void }

/** Dialog that assigns providers to a client: orders of its projects can only be made for those. */
export function AssignDialog({ client, onClose }: AssignDialogProps) {
  const query = useQuery({ ...providersOfClientQuery(client.id), staleTime: 0, gcTime: 0 })
  if (query.data) return <AssignForm client={client} assigned={query.data.items} onClose={onClose} />
  return (
    <Dialog open onOpenChange={onClose} title={titleFor(client)} description={why}>
      <Loaded query={query} skeleton={<SkeletonRows count={4} label="Cargando proveedores" />}>
        {() => null}
      </Loaded>
    </Dialog>
  )
}

const titleFor = ({ name }: ClientWire) => `Proveedores de ${name}`
const tooMany = 'Son demasiados para cambiarlos aquí: edita los clientes de cada proveedor.'
const why = 'En los proyectos del cliente solo se hacen pedidos a los proveedores marcados.'

type AssignFormProps = AssignDialogProps & { assigned: readonly ProviderWire[] }

function AssignForm({ client, assigned, onClose }: AssignFormProps) {
  const all = useProvidersToChoose()
  const providers = useKnown<ProviderWire>(provider => provider.id, all.items, assigned)
  const assign = useMutation(assignProvidersMutation)
  const wire = useWireForm({
    schema: assignProviders.body,
    defaults: { providerIds: assigned.map(({ id }) => id) },
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
      refusal={assigned.length < longestList ? undefined : tooMany}
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
            onSearch={all.search}
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
