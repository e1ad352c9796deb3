import { useMutation } from '@tanstack/react-query'
import { Ban, BellRing, Stamp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { chargeBases, overrunPolicies } from '#features/companies/rules.ts'
import { toleranceText } from '#features/companies/text/tolerance.ts'
import { chargeBasisLabel, overrunPolicyLabel, releaseFromText } from '#features/companies/text.ts'
import { BatchReleasePanel } from '#features/companies/web/batch-release-panel.tsx'
import { CompanyTolerancePanel } from '#features/companies/web/company-tolerance-panel.tsx'
import { changeSettingsMutation, rereadCompany } from '#features/companies/web/queries.ts'
import { type Settings, SettingsWire } from '#features/companies/wire/settings.ts'
import { ToleranceWire } from '#features/companies/wire/tolerance.ts'
import type { CompanyWire } from '#features/companies/wire.ts'
import { refusalText } from '#ui/action-link.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '#ui/card.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { RadioCards } from '#ui/fields/radio-cards.tsx'
import { Select } from '#ui/fields/select.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { LeaveGuard } from '#ui/hooks/leave-guard.tsx'
import { type FieldWords, useSharedForm } from '#ui/hooks/use-shared-form.ts'
import { SavedVersionAlert } from '#ui/saved-version-alert.tsx'
import { notify } from '#ui/toast.ts'

type SettingsInput = z.input<typeof SettingsWire>

type SettingsFormProps = {
  company: CompanyWire
  /** Additional information about the overrun policy that is selected. */
  aboutPolicy: (policy: CompanyWire['policies']['overrunPolicy']) => ReactNode
}

/** Form for the company's policies. */
export function SettingsForm({ company, aboutPolicy }: SettingsFormProps) {
  const change = useMutation(changeSettingsMutation)
  const { policies, can, versions } = company
  const shared = useSharedForm<SettingsInput, Settings>({
    schema: SettingsWire,
    version: versions?.policies ?? '',
    reread: rereadCompany,
    words,
    defaults: policies,
    send: async (body, baseVersion) => {
      await change.mutateAsync({ ...body, seen: baseVersion })
      notify.success('Configuración guardada')
    },
  })
  const { form, submit, busy, failure, fieldError } = shared
  const { isDirty } = form.formState
  return (
    <Card>
      <form noValidate onSubmit={submit}>
        <CardHeader title="Reglas de la empresa" note="Valen para todos los proyectos desde que se guardan" />
        <CardBody className="grid grid-cols-1 gap-6">
          <fieldset disabled={can.changeSettings !== true} className="contents">
            <Controller
              control={form.control}
              name="overrunPolicy"
              render={({ field: { value, ...bound }, fieldState }) => (
                <RadioCards
                  {...bound}
                  value={value ?? policies.overrunPolicy}
                  label="Cuando un pedido supera lo disponible en su contrato"
                  error={fieldState.error?.message}
                  options={overrunCards}
                />
              )}
            />
            <ToleranceField form={form} company={company} />
            {aboutPolicy(form.watch('overrunPolicy') ?? policies.overrunPolicy)}
            <Controller
              control={form.control}
              name="chargeBasis"
              render={({ field: { value, ...bound }, fieldState }) => (
                <Select
                  {...bound}
                  value={value ?? policies.chargeBasis}
                  label="Los contratos nuevos se consumen por"
                  hint="Cada contrato puede decir otra cosa hasta su primer pedido."
                  error={fieldState.error?.message}
                  options={chargeBases.map(basis => ({ value: basis, label: chargeBasisLabel[basis] }))}
                  className="max-w-72"
                />
              )}
            />
            <fieldset className="grid grid-cols-1 gap-4">
              <legend className="mb-3 font-medium text-sm">Al decidir y al ejecutar</legend>
              {checks.map(({ name, ...shown }) => (
                <Checkbox key={name} {...form.register(name)} {...shown} error={fieldError(name)} />
              ))}
            </fieldset>
            {numbers.map(({ name, ...shown }) => (
              <TextField
                key={name}
                {...form.register(name, { valueAsNumber: true })}
                {...shown}
                error={fieldError(name)}
                type="number"
                inputMode="numeric"
                className="max-w-72"
              />
            ))}
            <Controller
              control={form.control}
              name="batchReleaseFromMinor"
              render={({ field: { value, ...bound }, fieldState }) => (
                <BatchReleasePanel
                  {...bound}
                  value={value ?? policies.batchReleaseFromMinor}
                  error={fieldState.error?.message}
                />
              )}
            />
            <SavedVersionAlert shared={shared} />
            <FormFailure message={failure} />
          </fieldset>
        </CardBody>
        <CardFooter>
          <Button onClick={shared.resetToSaved} disabled={!isDirty || busy}>
            Descartar cambios
          </Button>
          <Button type="submit" variant="primary" busy={busy} refusal={refusalText(can.changeSettings)}>
            Guardar
          </Button>
        </CardFooter>
      </form>
      <LeaveGuard isUnsent={isDirty && !busy} />
    </Card>
  )
}

type ToleranceFieldProps = { form: UseFormReturn<SettingsInput, unknown, Settings>; company: CompanyWire }

function ToleranceField({ form, company: { policies, currency } }: ToleranceFieldProps) {
  return (
    <Controller
      control={form.control}
      name="tolerance"
      render={({ field: { value, onChange } }) => (
        <CompanyTolerancePanel
          tolerance={value ?? policies.tolerance}
          onChange={onChange}
          currency={currency}
          error={form.formState.errors.tolerance?.amountMinor?.message}
        />
      )}
    />
  )
}

const checks = [
  {
    name: 'rejectionCommentRequired',
    label: 'Pedir un motivo al rechazar',
    note: 'Quien rechaza un pedido debe escribir por qué.',
  },
  {
    name: 'proofRequired',
    label: 'Pedir un comprobante al ejecutar',
    note: 'Nadie confirma un pago o una emisión sin adjuntar su comprobante.',
  },
  {
    name: 'executorMayApprove',
    label: 'Permitir que quien ejecuta también apruebe',
    note: 'Si no, una misma persona no puede ser las dos cosas en un proyecto. Nunca puede aprobar o ejecutar lo que pidió.',
  },
  {
    name: 'settlesExactLines',
    label: 'Conciliar sin preguntar los movimientos del banco que no dejan duda',
    note: 'Al añadir un archivo del banco, los que solo pueden ser de un pago lo confirman, o lo devuelven, en nombre de quien lo añade y con sus permisos.',
  },
  {
    name: 'forcedDecisions',
    label: 'Permitir decisiones forzadas por administración',
    note: 'Una persona administradora puede aprobar o rechazar, con un motivo, un pedido que se ha quedado parado. Nunca uno que pidió y, quien activa esta opción, tampoco los que ya estaban enviados.',
  },
] as const

const numbers = [
  {
    name: 'pendingWarningDays',
    label: 'Avisar de lo pendiente a partir de (días)',
    hint: 'Un pedido que espera más días se muestra en rojo.',
    min: 1,
    max: 90,
  },
  {
    name: 'undoMinutes',
    label: 'Deshacer la última aprobación durante (minutos)',
    hint: 'Quien la dio puede retirarla mientras nadie pague ni incluya el pedido en una remesa. Con 0, es definitiva.',
    min: 0,
    max: 15,
  },
  {
    name: 'bankCoolOffDays',
    label: 'Esperar tras cambiar la cuenta de un proveedor (días)',
    hint: 'Mientras tanto sus pagos no entran en remesas. Con 0, entran el mismo día.',
    min: 0,
    max: 30,
  },
] as const

const policyText = (value: unknown) => {
  const known = overrunPolicies.find(policy => policy === value)
  return known === undefined ? 'nada' : `«${overrunPolicyLabel[known]}»`
}

const releaseFrom = (value: unknown) =>
  typeof value === 'string' && /^\d+$/.test(value) ? releaseFromText(value) : 'nada'

const toleranceFrom = (value: unknown) => {
  const found = ToleranceWire.safeParse(value)
  return found.success ? toleranceText(found.data) : 'nada'
}

const words: FieldWords = {
  batchReleaseFromMinor: ['Otra persona libera, antes de que salgan al banco', releaseFrom],
  chargeBasis: 'Los contratos nuevos se consumen por',
  overrunPolicy: ['Cuando un pedido supera lo disponible en su contrato', policyText],
  tolerance: ['Tolerancia', toleranceFrom],
  ...Object.fromEntries([...checks, ...numbers].map(({ name, label }) => [name, label])),
}

const overrunCards = [
  {
    value: 'avisar',
    label: overrunPolicyLabel.avisar,
    note: 'El pedido se puede enviar y aprobar; se avisa a quien lo pide y a quien lo aprueba.',
    icon: <BellRing aria-hidden="true" />,
  },
  {
    value: 'requiere_aprobacion',
    label: overrunPolicyLabel.requiere_aprobacion,
    note: 'El pedido se puede enviar, y además lo aprueba un responsable de presupuesto.',
    icon: <Stamp aria-hidden="true" />,
  },
  {
    value: 'bloquear',
    label: overrunPolicyLabel.bloquear,
    note: 'El pedido no se puede enviar, y lo aprobado nunca pasa del total y su tolerancia.',
    icon: <Ban aria-hidden="true" />,
  },
]
