import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import type { z } from 'zod'
import { zonesToChoose } from '#features/companies/text/zones.ts'
import { changeSettingsMutation, rereadCompany } from '#features/companies/web/queries.ts'
import { TaxIdField } from '#features/companies/web/tax-id-field-panel.tsx'
import { type CompanyData, CompanyDataWire } from '#features/companies/wire/settings.ts'
import type { CompanyWire } from '#features/companies/wire.ts'
import { currencies } from '#kernel/money.ts'
import { refusalText } from '#ui/action-link.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '#ui/card.tsx'
import { Combobox } from '#ui/fields/combobox.tsx'
import { EmailField } from '#ui/fields/email-field.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { Select } from '#ui/fields/select.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { LeaveGuard } from '#ui/hooks/leave-guard.tsx'
import { useSharedForm } from '#ui/hooks/use-shared-form.ts'
import { SavedVersionAlert } from '#ui/saved-version-alert.tsx'
import { notify } from '#ui/toast.ts'

type CompanyDataFormProps = {
  company: CompanyWire
  /** Awaited after a save: other parts of the screen show the company's name. */
  onSaved: () => Promise<void>
}

type DataInput = z.input<typeof CompanyDataWire>

/** Form for the company's name, tax id, email address, currency and time zone. */
export function CompanyDataForm({ company, onSaved }: CompanyDataFormProps) {
  const change = useMutation(changeSettingsMutation)
  const { name, taxId, currency, timeZone, can, versions } = company
  const email = company.email ?? ''
  const shared = useSharedForm<DataInput, CompanyData>({
    schema: CompanyDataWire,
    version: versions?.data ?? '',
    reread: rereadCompany,
    words,
    defaults: { name, taxId: taxId ?? '', email, currency, timeZone },
    send: async (body, baseVersion) => {
      await change.mutateAsync({ ...body, seen: baseVersion })
      await onSaved()
      notify.success('Datos de la empresa guardados')
    },
  })
  const { form, submit, busy, failure, field } = shared
  const { isDirty } = form.formState
  const [zones] = useState(() => zonesToChoose(timeZone, new Date()))
  return (
    <Card>
      <form noValidate onSubmit={submit}>
        <CardHeader title="Datos de la empresa" />
        <CardBody className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <fieldset disabled={can.changeSettings !== true} className="contents">
            <TextField {...field('name')} label="Nombre de la empresa" autoComplete="off" />
            <TaxIdField
              bound={field('taxId')}
              hint="Con él se reconocen las facturas dirigidas a la empresa."
            />
            <EmailField {...field('email')} />
            <Select
              {...field('currency')}
              label="Moneda"
              hint="Para contratos y proyectos nuevos; los que ya hay conservan la suya."
              options={currencies.map(value => ({ value, label: value }))}
            />
            <Controller
              control={form.control}
              name="timeZone"
              render={({ field: bound, fieldState }) => (
                <Combobox
                  {...bound}
                  label="Zona horaria"
                  hint="En ella se cuentan los días y se muestran las horas."
                  error={fieldState.error?.message}
                  options={zones}
                  emptyText="No hay ninguna zona con ese nombre."
                />
              )}
            />
            <div className="col-span-full empty:hidden">
              <SavedVersionAlert shared={shared} />
              <FormFailure message={failure} />
            </div>
          </fieldset>
        </CardBody>
        <CardFooter>
          <Button onClick={shared.resetToSaved} disabled={!isDirty || busy}>
            Descartar cambios
          </Button>
          <Button type="submit" variant="primary" busy={busy} refusal={refusalText(can.changeSettings)}>
            Guardar datos
          </Button>
        </CardFooter>
      </form>
      <LeaveGuard isUnsent={isDirty && !busy} />
    </Card>
  )
}

const words = {
  name: 'Nombre de la empresa',
  taxId: 'NIF o CIF',
  email: 'Correo electrónico',
  currency: 'Moneda',
  timeZone: 'Zona horaria',
}
