import { Controller, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { ClientChoicePanel } from '#features/clients/web/client-choice-panel.tsx'
import type { ClientWire } from '#features/clients/wire.ts'
import type { CompanyWire } from '#features/companies/wire.ts'
import { sameText } from '#features/contracts/web/text.ts'
import type { ContractWire } from '#features/contracts/wire.ts'
import { ContractsPanel } from '#features/projects/web/contracts-panel.tsx'
import { type Appointed, PeoplePanel } from '#features/projects/web/people-panel.tsx'
import type { NewProjectWire } from '#features/projects/wire.ts'
import type { Currency } from '#kernel/money.ts'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { MoneyField } from '#ui/fields/money-field.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import type { BoundField } from '#ui/hooks/use-wire-form.ts'

export type ProjectInput = z.input<typeof NewProjectWire>
export type ProjectBody = z.output<typeof NewProjectWire>
export type ProjectFormOf = UseFormReturn<ProjectInput, unknown, ProjectBody>

type ProjectFieldsProps = {
  form: ProjectFormOf
  field: (name: 'name' | 'description') => BoundField
  company: CompanyWire
  /** Chosen client, and the contracts to choose from. */
  client: ClientWire | null
  contracts: readonly ContractWire[]
}

/** Fields of a project: client and name, contracts, approvers and executors. */
export function ProjectFields({ form, field, company, client, contracts }: ProjectFieldsProps) {
  const contractIds = form.watch('contractIds')
  const [approverIds = [], invitedApproverIds = []] = form.watch(['approverIds', 'invitedApproverIds'])
  const [executorIds = [], invitedExecutorIds = []] = form.watch(['executorIds', 'invitedExecutorIds'])
  const currency = mainCurrency(contracts, contractIds, company)
  const changeContracts = (ids: string[]) => {
    form.setValue('contractIds', ids, touched(form))
    const next = mainCurrency(contracts, ids, company)
    if (next !== currency) form.setValue('totalMinor', sameText(form.getValues('totalMinor'), currency, next))
  }
  const errorMessage = (name: 'contractIds' | keyof Appointed) =>
    form.getFieldState(name, form.formState).error?.message
  return (
    <>
      <Card>
        <CardBody className="grid grid-cols-1 gap-5">
          <TextField {...field('name')} label="Nombre del Proyecto" autoComplete="off" />
          <ClientField form={form} />
          <ContractsPanel
            company={company}
            client={client}
            values={contractIds}
            onChange={changeContracts}
            error={errorMessage('contractIds')}
          />
          <Controller
            control={form.control}
            name="totalMinor"
            render={({ field: bound, fieldState }) => (
              <MoneyField
                {...bound}
                label="Monto Total"
                hint="Lo que se espera que sumen sus pedidos."
                currency={currency}
                error={fieldState.error?.message}
                className="sm:max-w-64"
              />
            )}
          />
          <TextArea {...field('description')} label="Descripción" optional />
        </CardBody>
      </Card>
      <Card>
        <CardHeader title="Aprobadores y ejecutores" note="Se pueden cambiar después" />
        <CardBody className="grid grid-cols-1 gap-5">
          <PeoplePanel
            client={client}
            appointed={{ approverIds, invitedApproverIds, executorIds, invitedExecutorIds }}
            executorMayApprove={company.policies.executorMayApprove}
            onChange={(which, ids) => form.setValue(which, ids, touched(form))}
            fieldError={errorMessage}
          />
        </CardBody>
      </Card>
    </>
  )
}

/** Options of a change: validated at once after a first attempt to send. */
const touched = ({ formState: { isSubmitted } }: ProjectFormOf) => ({
  shouldDirty: true,
  shouldValidate: isSubmitted,
})

/** Currency of the main contract; the company's until one is chosen. */
export function mainCurrency(
  contracts: readonly ContractWire[],
  contractIds: readonly string[],
  company: CompanyWire,
): Currency {
  return contracts.find(({ id }) => id === contractIds[0])?.balance.total.currency ?? company.currency
}

function ClientField({ form }: { form: ProjectFormOf }) {
  const choose = (clientId: string) => {
    if (clientId === form.getValues('clientId')) return
    form.setValue('clientId', clientId, touched(form))
    // Contracts and people of another client do not belong in this project.
    form.setValue('contractIds', [])
    form.setValue('approverIds', [])
    form.setValue('executorIds', [])
    form.setValue('invitedApproverIds', [])
    form.setValue('invitedExecutorIds', [])
  }
  return (
    <Controller
      control={form.control}
      name="clientId"
      render={({ field, fieldState }) => (
        <ClientChoicePanel
          {...field}
          onChange={choose}
          label="Nombre del Cliente"
          error={fieldState.error?.message}
          noneText="Aún no hay clientes: crea el primero."
        />
      )}
    />
  )
}
