import { useMutation, useQuery } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import type { z } from 'zod'
import { useClientsToChoose } from '#features/clients/web/queries.ts'
import { companyQuery } from '#features/companies/web/queries.ts'
import type { CompanyWire } from '#features/companies/wire.ts'
import { overrunChoices } from '#features/contracts/web/text.ts'
import {
  changeCostCentreMutation,
  createCostCentreMutation,
  rereadCostCentre,
} from '#features/cost-centres/web/queries.ts'
import { policyText } from '#features/cost-centres/web/text.ts'
import { type CentreDetailWire, CentreTermsWire, NewCentreWire } from '#features/cost-centres/wire/calls.ts'
import { currencies } from '#kernel/money.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { emptyTextFor } from '#ui/fields/choice.ts'
import { Combobox } from '#ui/fields/combobox.tsx'
import { Select } from '#ui/fields/select.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { type FieldWords, useSharedForm } from '#ui/hooks/use-shared-form.ts'
import { type BoundField, useWireForm } from '#ui/hooks/use-wire-form.ts'
import { notify } from '#ui/toast.ts'

type NewInput = z.input<typeof NewCentreWire>
type NewCentreDialogProps = { onClose: () => void; onCreated: (costCentreId: string) => void }

/** Dialog that makes a cost centre, once the company is known, whose currency and policy it begins with. */
export function NewCentreDialog(props: NewCentreDialogProps) {
  const { data: company } = useQuery(companyQuery)
  return company ? <NewCentreForm company={company} {...props} /> : null
}

function NewCentreForm({ company, onClose, onCreated }: NewCentreDialogProps & { company: CompanyWire }) {
  const { mutateAsync } = useMutation(createCostCentreMutation)
  const wire = useWireForm<NewInput, z.output<typeof NewCentreWire>>({
    schema: NewCentreWire,
    defaults: { code: '', name: '', clientId: null, currency: company.currency, overrunPolicy: null },
    send: async (body, key) => {
      const { id } = await mutateAsync({ body, key })
      notify.success(`Centro de coste ${body.code} creado`, {
        description: 'Ya puedes fijar su presupuesto.',
      })
      onClose()
      onCreated(id)
    },
  })
  return (
    <FormDialog
      title="Nuevo centro de coste"
      description="Después se fija el presupuesto de cada año, en su página."
      submitLabel="Crear centro de coste"
      wire={wire}
      isDirty={wire.form.formState.isDirty}
      onClose={onClose}
    >
      <NameFields field={wire.field} />
      <Controller
        control={wire.form.control}
        name="clientId"
        render={({ field, fieldState }) => <ClientField {...field} error={fieldState.error?.message} />}
      />
      <Controller
        control={wire.form.control}
        name="currency"
        render={({ field, fieldState }) => (
          <Select {...field} label="Moneda" error={fieldState.error?.message} options={currencyOptions} />
        )}
      />
      <Controller
        control={wire.form.control}
        name="overrunPolicy"
        render={({ field, fieldState }) => (
          <PolicyField {...field} company={company} error={fieldState.error?.message} />
        )}
      />
    </FormDialog>
  )
}

const currencyOptions = currencies.map(value => ({ value, label: value }))

type EditCentreDialogProps = { centre: CentreDetailWire; company: CompanyWire; onClose: () => void }

/** Dialog that corrects a centre. Its client never changes, and its currency only before it has orders or budgets. */
export function EditCentreDialog({ centre, company, onClose }: EditCentreDialogProps) {
  const { mutateAsync } = useMutation(changeCostCentreMutation)
  const { id, code, name, currency, ownPolicy, revision } = centre
  const wire = useSharedForm<z.input<typeof CentreTermsWire>, z.output<typeof CentreTermsWire>>({
    schema: CentreTermsWire,
    version: `${revision}`,
    words,
    reread: () => rereadCostCentre(id),
    defaults: { revision, code, name, currency, overrunPolicy: ownPolicy },
    send: async (body, seen) => {
      await mutateAsync({ costCentreId: id, body: { ...body, revision: Number(seen) } })
      notify.success(`Centro de coste ${body.code} actualizado`)
      onClose()
    },
  })
  const isFixed = centre.isCharged || centre.years.some(({ total }) => total !== null)
  return (
    <FormDialog
      title={`Editar ${code}`}
      submitLabel="Guardar"
      wire={wire}
      isDirty={wire.form.formState.isDirty}
      onClose={onClose}
    >
      <NameFields field={wire.field} />
      <Controller
        control={wire.form.control}
        name="currency"
        render={({ field, fieldState }) => (
          <Select
            {...field}
            disabled={isFixed}
            label="Moneda"
            hint={isFixed ? 'El centro ya tiene pedidos o presupuestos: no puede cambiar.' : undefined}
            error={fieldState.error?.message}
            options={currencyOptions}
          />
        )}
      />
      <Controller
        control={wire.form.control}
        name="overrunPolicy"
        render={({ field, fieldState }) => (
          <PolicyField {...field} company={company} error={fieldState.error?.message} />
        )}
      />
    </FormDialog>
  )
}

function NameFields({ field }: { field: (name: 'code' | 'name') => BoundField }) {
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <TextField
        {...field('code')}
        label="Código"
        autoComplete="off"
        maxLength={20}
        placeholder="Ej.: OBRA-12"
      />
      <TextField {...field('name')} label="Nombre" autoComplete="off" maxLength={120} />
    </div>
  )
}

type ChosenProps = {
  value: string | null | undefined
  onChange: (value: string | null) => void
  error: string | undefined
}

/** Client whose orders the centre takes; none is every client's. */
function ClientField({ value, onChange, error }: ChosenProps) {
  const clients = useClientsToChoose()
  const options = clients.items
    .filter(({ status }) => status === 'active')
    .map(({ id, name, email }) => ({ value: id, label: name, detail: email }))
  return (
    <Combobox
      label="Cliente"
      optional
      placeholder="De toda la empresa"
      hint="Con un cliente, solo lo llevan sus pedidos y lo ven sus personas. No cambia después."
      value={value ?? ''}
      onChange={id => onChange(id === '' ? null : id)}
      onSearch={clients.search}
      options={options}
      emptyText={emptyTextFor(clients, options.length, 'Aún no hay clientes', 'Sin resultados')}
      error={error}
    />
  )
}

function PolicyField({ value, onChange, error, company }: ChosenProps & { company: CompanyWire }) {
  return (
    <Select
      label="Si un pedido supera lo que queda del año"
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
      error={error}
      options={overrunChoices(company.policies.overrunPolicy)}
    />
  )
}

const words: FieldWords = {
  code: 'Código',
  name: 'Nombre',
  currency: 'Moneda',
  overrunPolicy: ['Si un pedido supera lo que queda del año', policyText],
}
