import { mutationOptions, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { ShieldCheck, ShieldOff, Stamp } from 'lucide-react'
import { Controller } from 'react-hook-form'
import type { z } from 'zod'
import {
  chooseFactorPolicy,
  type FactorPolicyWire,
  getFactorPolicy,
} from '#features/identity/wire/factor-policy.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { type FactorPolicy, factorPolicyLabel, isStricter } from '#kernel/second-factor.ts'
import { counted, countText } from '#kernel/text.ts'
import { refusalText } from '#ui/action-link.tsx'
import { call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '#ui/card.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { RadioCards } from '#ui/fields/radio-cards.tsx'
import { LeaveGuard } from '#ui/hooks/leave-guard.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { queryClient } from '#ui/query-client.ts'
import { SkeletonForm } from '#ui/skeleton-form.tsx'
import { Alert } from '#ui/states.tsx'
import { notify } from '#ui/toast.ts'

const policyQuery = queryOptions({
  queryKey: ['company', 'second-factor'],
  queryFn: ({ signal }) => call(getFactorPolicy, { signal }),
})

/** Chooses the policy. After an error it is read again: another administrator may have changed it first. */
const choosePolicyMutation = mutationOptions({
  mutationFn: (body: BodyOf<typeof chooseFactorPolicy>) => call(chooseFactorPolicy, { body }),
  onSuccess: chosen => queryClient.setQueryData(policyQuery.queryKey, chosen),
  onError: () => queryClient.invalidateQueries({ queryKey: policyQuery.queryKey }),
})

/** Card of the company's second-factor policy, with the number of people concerned. */
export function FactorPolicyCard() {
  const query = useQuery(policyQuery)
  return (
    <Card aria-labelledby="factor-policy-title">
      <CardHeader
        id="factor-policy-title"
        title="Verificación en dos pasos"
        note="A quién se le pide, además de su contraseña, para trabajar con los datos de la empresa"
      />
      <Loaded query={query} skeleton={<SkeletonForm fields={3} />}>
        {now => <PolicyForm now={now} />}
      </Loaded>
    </Card>
  )
}

const schema = chooseFactorPolicy.body.pick({ policy: true })

function PolicyForm({ now }: { now: FactorPolicyWire }) {
  const { mutateAsync } = useMutation(choosePolicyMutation)
  const { form, submit, busy, failure } = useWireForm<z.input<typeof schema>, z.output<typeof schema>>({
    schema,
    defaults: { policy: now.inForce },
    send: async ({ policy }) => {
      await mutateAsync({ policy, seen: now.inForce })
      form.reset({ policy })
      notify.success('Verificación en dos pasos guardada')
    },
  })
  const wanted = form.watch('policy')
  const isChanged = wanted !== now.inForce
  return (
    <form noValidate onSubmit={submit} aria-label="Verificación en dos pasos">
      <CardBody className="grid grid-cols-1 gap-4">
        <Controller
          control={form.control}
          name="policy"
          render={({ field, fieldState }) => (
            <RadioCards
              {...field}
              label="A quién se pide"
              options={policyOptions(now)}
              error={fieldState.error?.message}
            />
          )}
        />
        {isChanged ? <WhatFollows now={now} wanted={wanted} /> : <OfProgram now={now} />}
        <FormFailure message={failure} />
      </CardBody>
      <CardFooter>
        <Button onClick={() => form.reset({ policy: now.inForce })} disabled={!isChanged || busy}>
          Descartar cambios
        </Button>
        <Button type="submit" variant="primary" busy={busy} refusal={refusalText(now.can[wanted])}>
          Guardar regla
        </Button>
      </CardFooter>
      <LeaveGuard isUnsent={isChanged && !busy} />
    </form>
  )
}

/** The consequences of a choice, or the reason for which it is refused. */
function WhatFollows({ now, wanted }: { now: FactorPolicyWire; wanted: FactorPolicy }) {
  const can = now.can[wanted]
  if (can !== true)
    return (
      <Alert
        tone="caution"
        action={
          can.refused === 'own_factor_missing' && (
            <LinkButton to="/empresa/profile" size="sm">
              Ir a mi perfil
            </LinkButton>
          )
        }
      >
        {can.text}
      </Alert>
    )
  if (wanted === 'nobody' || !isStricter(wanted, now.inForce)) return null
  const { without } = now.concerned[wanted]
  if (without === 0) return null
  return (
    <Alert tone="info">
      {without === 1
        ? 'Al guardar, 1 persona que aún no la tiene irá a su perfil a activarla antes de seguir trabajando.'
        : `Al guardar, ${counted(without, 'persona')} que aún no la tienen irán a su perfil a activarla antes de seguir trabajando.`}
    </Alert>
  )
}

/** The note that the program's minimum forbids the policy `nobody`, where it does. */
function OfProgram({ now: { can } }: { now: FactorPolicyWire }) {
  if (can.nobody === true || can.nobody.refused !== 'policy_of_program') return null
  return <p className="text-ink-soft text-xs">{can.nobody.text}</p>
}

const policyOptions = ({ concerned }: FactorPolicyWire) => [
  {
    value: 'nobody',
    label: factorPolicyLabel.nobody,
    note: 'Cada persona elige si la activa.',
    icon: <ShieldOff aria-hidden="true" />,
  },
  {
    value: 'administrators',
    label: factorPolicyLabel.administrators,
    note: <Note about="Quien administra la empresa." concerned={concerned.administrators} />,
    icon: <ShieldCheck aria-hidden="true" />,
  },
  {
    value: 'deciders',
    label: factorPolicyLabel.deciders,
    note: (
      <Note
        about="Además, quien aprueba, ejecuta o envía remesas, también en nombre de otra persona."
        concerned={concerned.deciders}
      />
    ),
    icon: <Stamp aria-hidden="true" />,
  },
]

type NoteProps = { about: string; concerned: FactorPolicyWire['concerned']['deciders'] }

function Note({ about, concerned: { people, without } }: NoteProps) {
  return (
    <>
      {about}
      <span className="mt-1 block font-medium">
        {counted(people, 'persona')}
        {without === 0 ? ', con ella activada' : `; ${withoutText(without)}`}
      </span>
    </>
  )
}

const withoutText = (count: number) => `${countText(count)} aún no la ${count === 1 ? 'tiene' : 'tienen'}`
