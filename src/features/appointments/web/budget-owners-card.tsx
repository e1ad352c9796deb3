import { mutationOptions, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { changeBudgetOwners, listBudgetOwners } from '#features/appointments/wire/budget-owners.ts'
import type { BodyOf, ResponseOf } from '#kernel/endpoint.ts'
import { refusalText } from '#ui/action-link.tsx'
import { call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '#ui/card.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { MultiPicker } from '#ui/fields/multi-picker.tsx'
import { LeaveGuard } from '#ui/hooks/leave-guard.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { Loaded } from '#ui/loaded.tsx'
import { queryClient } from '#ui/query-client.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { Alert } from '#ui/states.tsx'
import { notify } from '#ui/toast.ts'

type Owners = ResponseOf<typeof listBudgetOwners>

const ownersQuery = queryOptions({
  queryKey: ['company', 'budget-owners'],
  queryFn: ({ signal }) => call(listBudgetOwners, { signal }),
})

/** Refetches everything that shows orders, because orders that waited for a budget owner continue. */
const changeOwnersMutation = mutationOptions({
  mutationFn: (body: BodyOf<typeof changeBudgetOwners>) => call(changeBudgetOwners, { body }),
  onSuccess: owners => {
    queryClient.setQueryData(ownersQuery.queryKey, owners)
    for (const queryKey of [['documents'], ['approvals'], ['reports']])
      void queryClient.invalidateQueries({ queryKey })
  },
})

/** Budget owners, who permit orders to exceed their contract where its policy asks for permission. */
export function BudgetOwnersCard() {
  const query = useQuery(ownersQuery)
  return (
    <Card aria-labelledby="owners-title">
      <CardHeader
        id="owners-title"
        title="Responsables de presupuesto"
        note="Aprueban, además, lo que supera su contrato cuando la empresa o el contrato piden esa aprobación. Basta con uno de ellos."
      />
      <Loaded query={query} skeleton={<Coming />}>
        {owners => <OwnersForm owners={owners} />}
      </Loaded>
    </Card>
  )
}

function Coming() {
  return (
    <CardBody>
      <div role="status" aria-label="Cargando los responsables" className="grid gap-2">
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-10 w-full" />
      </div>
    </CardBody>
  )
}

const schema = changeBudgetOwners.body

function OwnersForm({ owners }: { owners: Owners }) {
  const { mutateAsync } = useMutation(changeOwnersMutation)
  const saved = owners.items.map(({ userId }) => userId)
  const { form, submit, busy, failure, fieldError } = useWireForm<
    z.input<typeof schema>,
    z.output<typeof schema>
  >({
    schema,
    defaults: { userIds: saved },
    send: async body => {
      const { items } = await mutateAsync(body)
      form.reset({ userIds: items.map(({ userId }) => userId) })
      notify.success('Responsables de presupuesto guardados')
    },
  })
  const { isDirty } = form.formState
  return (
    <form noValidate onSubmit={submit} aria-label="Responsables de presupuesto">
      <CardBody className="grid grid-cols-1 gap-4">
        <fieldset disabled={owners.can.change !== true}>
          <MultiPicker
            label="Personas"
            hint="Personas de la propia empresa. Nadie aprueba lo que pidió."
            placeholder="Busca por nombre o correo"
            emptyText="Nadie más coincide."
            options={owners.candidates.map(({ userId, name, email }) => ({
              value: userId,
              label: name,
              detail: email,
            }))}
            values={form.watch('userIds')}
            onChange={userIds => form.setValue('userIds', userIds, { shouldDirty: true })}
            error={fieldError('userIds')}
          />
        </fieldset>
        <FormFailure message={failure} />
      </CardBody>
      <CardFooter>
        <Button onClick={() => form.reset({ userIds: saved })} disabled={!isDirty || busy}>
          Descartar cambios
        </Button>
        <Button type="submit" variant="primary" busy={busy} refusal={refusalText(owners.can.change)}>
          Guardar responsables
        </Button>
      </CardFooter>
      <LeaveGuard isUnsent={isDirty && !busy} />
    </form>
  )
}

/** Warning beside the policy that needs budget owners, while none is named. */
export function NoOwnersPanel() {
  const { data } = useQuery(ownersQuery)
  if (data === undefined || data.items.length > 0) return null
  return (
    <Alert tone="caution" title="Nadie es responsable de presupuesto">
      Lo que supere su contrato quedará bloqueado hasta que nombres a alguien más abajo.
    </Alert>
  )
}
