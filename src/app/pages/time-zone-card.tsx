import { useMutation } from '@tanstack/react-query'
import { use, useState } from 'react'
import { Controller } from 'react-hook-form'
import { z } from 'zod'
import { session } from '#app/session.ts'
import { zonesToChoose } from '#features/companies/text/zones.ts'
import { chooseTimeZone } from '#features/identity/wire/time-zone.ts'
import { call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '#ui/card.tsx'
import { Combobox } from '#ui/fields/combobox.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { LeaveGuard } from '#ui/hooks/leave-guard.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { zoneCity } from '#ui/instant.tsx'
import { ZoneContext } from '#ui/time.tsx'
import { notify } from '#ui/toast.ts'

/** Value of the choice that follows the company. */
const usual = 'usual'

const ZoneFormWire = z.object({ timeZone: z.string() })

async function chooseZone(timeZone: string | null): Promise<void> {
  await call(chooseTimeZone, { body: { timeZone } })
  // The session's user says it to every screen.
  await session.renew()
}

type TimeZoneCardProps = {
  /** Undefined: the company's. */
  timeZone: string | undefined
  /** False on the platform, whose zone is nobody's company's. */
  isMember: boolean
}

/** Choice of the time zone in which the person reads instants. */
export function TimeZoneCard({ timeZone, isMember }: TimeZoneCardProps) {
  const choose = useMutation({ mutationFn: chooseZone })
  const city = zoneCity(use(ZoneContext))
  const [zones] = useState(() => zonesToChoose(timeZone, new Date()))
  const { form, submit, busy, failure } = useWireForm({
    schema: ZoneFormWire,
    defaults: { timeZone: timeZone ?? usual },
    send: async chosen => {
      const own = chosen.timeZone === '' || chosen.timeZone === usual ? null : chosen.timeZone
      await choose.mutateAsync(own)
      form.reset({ timeZone: own ?? usual })
      notify.success('Zona horaria guardada')
    },
  })
  const companys = {
    value: usual,
    label: `${isMember ? 'La de la empresa' : 'La de la plataforma'} (${city})`,
  }
  return (
    <Card>
      <form noValidate onSubmit={submit}>
        <CardHeader title="Hora" />
        <CardBody className="grid gap-4">
          <Controller
            control={form.control}
            name="timeZone"
            render={({ field, fieldState }) => (
              <Combobox
                {...field}
                label="Zona horaria"
                hint="En ella ves las horas. Los días, los plazos, los correos y los documentos siguen la de la empresa."
                error={fieldState.error?.message}
                options={[companys, ...zones]}
                emptyText="No hay ninguna zona con ese nombre."
              />
            )}
          />
          {failure !== null && <FormFailure message={failure} />}
        </CardBody>
        <CardFooter>
          <Button type="submit" variant="primary" busy={busy}>
            Guardar zona horaria
          </Button>
        </CardFooter>
      </form>
      <LeaveGuard isUnsent={form.formState.isDirty && !busy} />
    </Card>
  )
}
