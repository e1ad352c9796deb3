import { useMutation, useQuery } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import type { z } from 'zod'
import { isLaxer } from '#features/step-up/rules.ts'
import { chooseStepUpMutation, stepUpQuery } from '#features/step-up/web/queries.ts'
import { chooseStepUp, type StepUpWire } from '#features/step-up/wire.ts'
import { formatMoney, moneyFromText } from '#kernel/money.ts'
import { moneyFromWire } from '#kernel/wire.ts'
import { refusalText } from '#ui/action-link.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '#ui/card.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { MoneyField } from '#ui/fields/money-field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { LeaveGuard } from '#ui/hooks/leave-guard.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { Loaded } from '#ui/loaded.tsx'
import { SkeletonForm } from '#ui/skeleton-form.tsx'
import { Alert } from '#ui/states.tsx'
import { notify } from '#ui/toast.ts'

const title = 'Confirmación de identidad'

/** Card of the amount from which whoever approves or pays confirms who they are. */
export function StepUpCard() {
  const query = useQuery(stepUpQuery)
  return (
    <Card aria-labelledby="step-up-title">
      <CardHeader
        id="step-up-title"
        title={title}
        note="Quien mueve mucho dinero demuestra otra vez que es quien dice ser"
      />
      <Loaded query={query} skeleton={<SkeletonForm fields={2} />}>
        {now => <ThresholdForm key={now.version} now={now} />}
      </Loaded>
    </Card>
  )
}

const choices = [
  { value: 'off', label: 'No se pide' },
  { value: 'from', label: 'A partir de un monto' },
]

const schema = chooseStepUp.body.pick({ fromMinor: true })

function ThresholdForm({ now }: { now: StepUpWire }) {
  const { mutateAsync } = useMutation(chooseStepUpMutation)
  const before = now.from && moneyFromWire(now.from)
  // An amount in a currency that the company had before is chosen anew.
  const shown = now.from !== null && now.from.currency === now.currency ? now.from.minor : null
  const defaults = { fromMinor: now.from === null ? null : (shown ?? '') }
  const { form, submit, busy, failure } = useWireForm<z.input<typeof schema>, z.output<typeof schema>>({
    schema,
    defaults,
    send: async ({ fromMinor }) => {
      await mutateAsync({ fromMinor, seen: now.version })
      form.reset({ fromMinor })
      notify.success('Confirmación de identidad guardada')
    },
  })
  const typed = form.watch('fromMinor')
  const isChanged = typed !== defaults.fromMinor
  const wanted = typed === null || typed === '' ? null : moneyFromText(typed, now.currency)
  return (
    <form noValidate onSubmit={submit} aria-label={title}>
      <CardBody className="grid grid-cols-1 gap-4">
        <Controller
          control={form.control}
          name="fromMinor"
          render={({ field: { value, onChange, ...bound }, fieldState }) => (
            <>
              <Select
                label="Confirmar la identidad"
                hint="Al aprobar un pedido, liberar o descargar una remesa y confirmar un pago a mano. Cada persona lo hace con lo que tiene su cuenta: llave de acceso, código o contraseña."
                value={value === null ? 'off' : 'from'}
                options={choices}
                onChange={({ target }) => onChange(target.value === 'off' ? null : (shown ?? ''))}
                className="max-w-72"
              />
              {value !== null && (
                <MoneyField
                  {...bound}
                  label="Monto desde el que se pide"
                  hint="Con 0,01 se pide siempre. Otras monedas se comparan con los tipos de cambio de la empresa; sin tipo, se pide."
                  currency={now.currency}
                  value={value}
                  onChange={onChange}
                  error={fieldState.error?.message}
                  className="max-w-72"
                />
              )}
            </>
          )}
        />
        {before !== null && shown === null && (
          <Alert tone="info">
            Ahora se pide a partir de {formatMoney(before)}, en la moneda que tenía la empresa.
          </Alert>
        )}
        {isChanged && isLaxer(wanted, before) && (
          <Alert tone="info">
            Al guardar, confirma antes que eres tú, porque la regla será menos estricta.
          </Alert>
        )}
        {wanted !== null && (
          <p className="text-ink-soft text-xs">
            Las claves de API no pueden aprobar ni pagar a partir de ese monto: lo hace una persona.
          </p>
        )}
        <FormFailure message={failure} />
      </CardBody>
      <CardFooter>
        <Button onClick={() => form.reset(defaults)} disabled={!isChanged || busy}>
          Descartar cambios
        </Button>
        <Button type="submit" variant="primary" busy={busy} refusal={refusalText(now.can.choose)}>
          Guardar monto
        </Button>
      </CardFooter>
      <LeaveGuard isUnsent={isChanged && !busy} />
    </form>
  )
}
