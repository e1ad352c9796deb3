import { useMutation, useQuery } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import type { ClientWire } from '#features/clients/wire.ts'
import { providerStatuses } from '#features/providers/rules.ts'
import { paymentTermsText } from '#features/providers/text/payment-terms.ts'
import { providerStatusLabel } from '#features/providers/text.ts'
import { PaymentTermsPanel } from '#features/providers/web/payment-terms-panel.tsx'
import { ProviderClientsPanel } from '#features/providers/web/provider-clients-panel.tsx'
import { ContentFields } from '#features/providers/web/provider-fields-panel.tsx'
import {
  changeProviderMutation,
  createProviderMutation,
  providerQuery,
  rereadProvider,
} from '#features/providers/web/queries.ts'
import { PaymentTermsWire } from '#features/providers/wire/payment-terms.ts'
import { NewProviderWire, ProviderContentWire, type ProviderWire } from '#features/providers/wire.ts'
import { ibanText } from '#kernel/iban.ts'
import { refusalText } from '#ui/action-link.tsx'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { Select } from '#ui/fields/select.tsx'
import { type FieldWords, useSharedForm } from '#ui/hooks/use-shared-form.ts'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { notify } from '#ui/toast.ts'

type NewProviderDialogProps = {
  clients: readonly ClientWire[]
  /** Clients selected from the start. */
  clientIds?: readonly string[]
  /** Data that are known already. */
  start?: { readonly name: string; readonly taxId: string }
  onClose: () => void
  onCreated?: (providerId: string) => void
}

export function NewProviderDialog({
  clients,
  clientIds = [],
  start,
  onClose,
  onCreated,
}: NewProviderDialogProps) {
  const create = useMutation(createProviderMutation)
  const wire = useWireForm({
    schema: NewProviderWire,
    defaults: {
      name: start?.name ?? '',
      taxId: start?.taxId ?? '',
      email: '',
      phone: '',
      iban: '',
      bic: '',
      paymentTerms: null,
      reason: '',
      clientIds: [...clientIds],
    },
    send: async (body, key) => {
      const { id, bankWaits } = await create.mutateAsync({ body, key })
      notify.success(
        `Proveedor «${body.name}» creado`,
        bankWaits ? { description: 'Su cuenta espera a que la confirme otra persona.' } : {},
      )
      onCreated?.(id)
      onClose()
    },
  })
  return (
    <FormDialog
      title="Nuevo proveedor"
      submitLabel="Crear proveedor"
      wire={wire}
      isDirty={wire.form.formState.isDirty}
      onClose={onClose}
    >
      <ContentFields field={wire.field} ibanHint="Compruébalo por teléfono con el proveedor." />
      <Controller
        control={wire.form.control}
        name="paymentTerms"
        render={({ field, fieldState }) => (
          <PaymentTermsPanel
            terms={field.value ?? null}
            onChange={field.onChange}
            noneLabel="Sin plazo"
            error={fieldState.error?.message}
          />
        )}
      />
      <Controller
        control={wire.form.control}
        name="clientIds"
        render={({ field, fieldState }) => (
          <ProviderClientsPanel
            clients={clients}
            values={field.value ?? []}
            onChange={field.onChange}
            error={fieldState.error?.message}
          />
        )}
      />
    </FormDialog>
  )
}

type EditProviderDialogProps = {
  provider: ProviderWire
  clients: readonly ClientWire[]
  onClose: () => void
}

export function EditProviderDialog({ provider: given, clients, onClose }: EditProviderDialogProps) {
  const { data: provider = given } = useQuery(providerQuery(given.id))
  const change = useMutation(changeProviderMutation)
  const wire = useSharedForm({
    schema: ProviderContentWire,
    version: provider.version ?? '',
    words: wordsWith(clients),
    reread: () => rereadProvider(provider.id),
    defaults: toFormContent(provider),
    send: async (body, baseVersion) => {
      const sent = { providerId: provider.id, body: { ...body, seen: baseVersion } }
      const { bankWaits } = await change.mutateAsync(sent)
      notify.success(
        `Proveedor «${body.name}» actualizado`,
        bankWaits ? { description: 'La cuenta nueva espera a que la confirme otra persona.' } : {},
      )
      onClose()
    },
  })
  const { control } = wire.form
  return (
    <FormDialog
      title={`Editar ${given.name}`}
      submitLabel="Guardar"
      wire={wire}
      isDirty={wire.form.formState.isDirty}
      refusal={refusalText(provider.can.edit)}
      onClose={onClose}
    >
      <ContentFields
        field={wire.field}
        ibanHint="Compruébalo por teléfono antes de cambiarlo: lo confirma otra persona de la administración."
      />
      <Controller
        control={control}
        name="paymentTerms"
        render={({ field, fieldState }) => (
          <PaymentTermsPanel
            terms={field.value ?? null}
            onChange={field.onChange}
            noneLabel="Sin plazo"
            error={fieldState.error?.message}
          />
        )}
      />
      <Controller
        control={control}
        name="clientIds"
        render={({ field, fieldState }) => (
          <ProviderClientsPanel
            clients={clients}
            values={field.value ?? []}
            onChange={field.onChange}
            error={fieldState.error?.message}
          />
        )}
      />
      <Controller
        control={control}
        name="status"
        render={({ field, fieldState }) => (
          <Select
            {...field}
            label="Estado"
            error={fieldState.error?.message}
            hint="A un proveedor inactivo no se le hacen pedidos nuevos."
            options={providerStatuses.map(value => ({ value, label: providerStatusLabel[value] }))}
          />
        )}
      />
    </FormDialog>
  )
}

function toFormContent(provider: ProviderWire) {
  const { name, taxId, email, phone, iban, bic, paymentTerms, clientIds, status } = provider
  const text = (value: string | null) => value ?? ''
  return {
    name,
    taxId: text(taxId),
    email: text(email),
    phone: text(phone),
    iban: ibanText(text(iban)),
    bic: text(bic),
    paymentTerms,
    reason: '',
    clientIds,
    status,
  }
}

const wordsWith = (clients: readonly ClientWire[]): FieldWords => ({
  name: 'Nombre',
  taxId: 'NIF o CIF',
  phone: 'Teléfono',
  email: 'Correo electrónico',
  iban: 'IBAN',
  bic: 'BIC',
  reason: 'Motivo',
  paymentTerms: ['Plazo de pago', termsWords],
  clientIds: [
    'Clientes a los que sirve',
    value =>
      clients
        .filter(({ id }) => Array.isArray(value) && value.includes(id))
        .map(({ name }) => name)
        .join(', ') || 'ninguno',
  ],
  status: [
    'Estado',
    value => providerStatusLabel[providerStatuses.find(status => status === value) ?? 'inactive'],
  ],
})

function termsWords(value: unknown): string {
  const terms = PaymentTermsWire.safeParse(value)
  return terms.success ? paymentTermsText(terms.data) : 'ninguna'
}
