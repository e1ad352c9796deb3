import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { companyStatuses, plans, subscriptionTerms } from '#features/companies/rules.ts'
import { zoneChoices } from '#features/companies/text/zones.ts'
import { statusLabel } from '#features/platform/text.ts'
import { createCompanyMutation } from '#features/platform/web/queries.ts'
import { type NewCompany, NewCompanyWire } from '#features/platform/wire/companies.ts'
import { newId } from '#kernel/ids.ts'
import { currencies } from '#kernel/money.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { Select } from '#ui/fields/select.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { type BoundField, useWireForm } from '#ui/hooks/use-wire-form.ts'
import { notify } from '#ui/toast.ts'

/** Dialog for a new company and its first administrator. */
export function NewCompanyDialog({ onClose }: { onClose: () => void }) {
  const create = useMutation(createCompanyMutation)
  const [companyId] = useState(() => newId())
  const wire = useWireForm<z.input<typeof NewCompanyWire>, NewCompany>({
    schema: NewCompanyWire,
    defaults: {
      companyId,
      name: '',
      email: '',
      plan: 'starter',
      status: 'active',
      currency: 'EUR',
      timeZone: 'Europe/Madrid',
      adminEmail: '',
      adminName: '',
      adminLastName: '',
    },
    send: async body => {
      await create.mutateAsync(body)
      const description = body.adminEmail ? { description: `Invitación enviada a ${body.adminEmail}.` } : {}
      notify.success(`Empresa "${body.name}" creada exitosamente`, description)
      onClose()
    },
  })
  return (
    <FormDialog
      title="Crear Nueva Empresa"
      submitLabel="Crear empresa"
      wire={wire}
      isDirty={wire.form.formState.isDirty}
      onClose={onClose}
    >
      <CompanyFields field={wire.field} />
      <AdminFields field={wire.field} />
    </FormDialog>
  )
}

type FieldsProps = { field: (name: keyof z.input<typeof NewCompanyWire>) => BoundField }

function CompanyFields({ field }: FieldsProps) {
  return (
    <>
      <TextField {...field('name')} label="Nombre" autoComplete="off" />
      <TextField {...field('email')} {...emailTraits} label="Correo electrónico" />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Select
          {...field('plan')}
          label="Plan"
          options={plans.map(value => ({
            value,
            label: `${subscriptionTerms[value].label} · ${subscriptionTerms[value].monthlyUsd} USD al mes`,
          }))}
        />
        <Select
          {...field('status')}
          label="Estado inicial"
          options={companyStatuses.map(value => ({ value, label: statusLabel[value] }))}
        />
        <Select
          {...field('currency')}
          label="Moneda"
          options={currencies.map(value => ({ value, label: value }))}
        />
        <Select {...field('timeZone')} label="Zona horaria" options={zones} />
      </div>
    </>
  )
}

function AdminFields({ field }: FieldsProps) {
  return (
    <fieldset className="grid grid-cols-1 gap-4 border-t pt-4">
      <legend className="sr-only">Primer administrador</legend>
      <p className="text-ink-soft">
        Si indicas quién la administrará, le enviaremos una invitación para elegir su contraseña.
      </p>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField {...field('adminName')} label="Nombre del administrador" optional autoComplete="off" />
        <TextField
          {...field('adminLastName')}
          label="Apellidos del administrador"
          optional
          autoComplete="off"
        />
      </div>
      <TextField {...field('adminEmail')} {...emailTraits} label="Correo del administrador" optional />
    </fieldset>
  )
}

const emailTraits = {
  type: 'email',
  inputMode: 'email',
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
} as const

const zones = zoneChoices(Intl.supportedValuesOf('timeZone'), new Date())
