import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Controller } from 'react-hook-form'
import type { z } from 'zod'
import { chooseTokenPolicyMutation } from '#features/tokens/web/queries.ts'
import { longestLifeOptions } from '#features/tokens/web/text.ts'
import { TokenPolicyWire } from '#features/tokens/wire/policy.ts'
import { counted } from '#kernel/text.ts'
import type { AbilityWire } from '#kernel/wire.ts'
import { refusalText } from '#ui/action-link.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '#ui/card.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { Select } from '#ui/fields/select.tsx'
import { LeaveGuard } from '#ui/hooks/leave-guard.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { Alert } from '#ui/states.tsx'
import { notify } from '#ui/toast.ts'

type Policy = z.output<typeof TokenPolicyWire>
type TokenPolicyCardProps = {
  now: Policy
  can: AbilityWire
  /** Tokens of people that are active. */
  personalTokens: number
}

/**
 * Card of the company's policy: whether people have API tokens of their own, and how long one lives at most. A choice that is
 * not saved stays when the policy is read again; saved, it is held against the policy on which it was made.
 */
export function TokenPolicyCard({ now, can, personalTokens }: TokenPolicyCardProps) {
  const { mutateAsync } = useMutation(chooseTokenPolicyMutation)
  const [seen, setSeen] = useState(now)
  const { form, submit, busy, failure } = useWireForm<z.input<typeof TokenPolicyWire>, Policy>({
    schema: TokenPolicyWire,
    defaults: now,
    send: async policy => {
      const { revoked } = await mutateAsync({ ...policy, seen })
      show(policy)
      notify.success(
        revoked === 0
          ? 'Regla de las claves guardada'
          : `Regla guardada. ${revoked === 1 ? 'Se ha anulado' : 'Se han anulado'} ${counted(revoked, 'clave')} de personas`,
      )
    },
  })
  const wanted = form.watch()
  const isChanged = wanted.personal !== seen.personal || wanted.longestDays !== seen.longestDays
  const show = (policy: Policy) => {
    setSeen(policy)
    form.reset(policy)
  }
  const { personal, longestDays } = now
  // biome-ignore lint/correctness/useExhaustiveDependencies: a policy that is read, and not a choice, is shown
  useEffect(() => {
    if (!isChanged) show({ personal, longestDays })
  }, [personal, longestDays])
  return (
    <Card aria-labelledby="token-policy-title">
      <CardHeader
        id="token-policy-title"
        title="Regla de la empresa"
        note="Qué claves se pueden crear, y durante cuánto tiempo sirven"
      />
      <form noValidate onSubmit={submit} aria-label="Regla de las claves de API">
        <CardBody className="grid grid-cols-1 gap-4">
          <Checkbox
            {...form.register('personal')}
            label="Cada persona puede crear claves que actúan en su nombre"
            note="Sin marcar, solo tienen claves los servicios."
          />
          <Controller
            control={form.control}
            name="longestDays"
            render={({ field: { value, onChange, ...bound }, fieldState }) => (
              <Select
                {...bound}
                label="Una clave sirve como mucho"
                hint="Vale para las que se creen desde ahora; las que ya hay caducan cuando decían."
                value={String(value)}
                onChange={({ target }) => onChange(Number(target.value))}
                options={longestLifeOptions(seen.longestDays)}
                error={fieldState.error?.message}
                className="max-w-72"
              />
            )}
          />
          {seen.personal && !wanted.personal && personalTokens > 0 && (
            <Alert tone="caution">
              Al guardar se {personalTokens === 1 ? 'anula' : 'anulan'} {counted(personalTokens, 'clave')} de
              personas: los programas que las usan dejan de entrar.
            </Alert>
          )}
          <FormFailure message={failure} />
        </CardBody>
        <CardFooter>
          <Button onClick={() => show(now)} disabled={!isChanged || busy}>
            Descartar cambios
          </Button>
          <Button type="submit" variant="primary" busy={busy} refusal={refusalText(can)}>
            Guardar regla
          </Button>
        </CardFooter>
        <LeaveGuard isUnsent={isChanged && !busy} />
      </form>
    </Card>
  )
}
