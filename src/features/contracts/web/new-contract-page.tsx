import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { companyQuery } from '#features/companies/web/queries.ts'
import type { CompanyWire } from '#features/companies/wire.ts'
import {
  type ContractBody,
  ContractFields,
  type ContractInput,
  newContract,
} from '#features/contracts/web/contract-form.tsx'
import { createContractMutation } from '#features/contracts/web/queries.ts'
import { NewContractWire } from '#features/contracts/wire/calls.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardFooter } from '#ui/card.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { LeaveGuard } from '#ui/hooks/leave-guard.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonForm } from '#ui/skeleton-form.tsx'
import { notify } from '#ui/toast.ts'

export function NewContractPage() {
  const company = useQuery(companyQuery)
  const { clientId } = useSearch({ from: '/empresa/contracts/new' })
  return (
    <>
      <PageHeader
        title="Nuevo Contrato"
        subtitle="Su total es el presupuesto de los pedidos que se le carguen"
        crumbs={[{ label: 'Contratos', to: '/empresa/contracts' }]}
      />
      <Loaded query={company} skeleton={<SkeletonForm fields={7} />}>
        {loaded => <NewContract company={loaded} clientId={clientId ?? ''} />}
      </Loaded>
    </>
  )
}

function NewContract({ company, clientId }: { company: CompanyWire; clientId: string }) {
  const navigate = useNavigate()
  const create = useMutation(createContractMutation)
  const { form, field, submit, busy, failure } = useWireForm<ContractInput, ContractBody>({
    schema: NewContractWire,
    defaults: newContract(company, clientId),
    send: async (body, key) => {
      const { id } = await create.mutateAsync({ body, key })
      notify.success(`Contrato ${id} creado`)
      await navigate({
        to: '/empresa/contracts/$contractId',
        params: { contractId: id },
        ignoreBlocker: true,
      })
    },
  })
  return (
    <Card className="max-w-3xl">
      <form noValidate onSubmit={submit}>
        <CardBody className="grid grid-cols-1 gap-5">
          <ContractFields
            form={form}
            field={field}
            companyPolicy={company.policies.overrunPolicy}
            companyTolerance={company.policies.tolerance}
            companyBasis={company.policies.chargeBasis}
          />
          <FormFailure message={failure} />
        </CardBody>
        <CardFooter>
          <LinkButton to="/empresa/contracts">Cancelar</LinkButton>
          <Button type="submit" variant="primary" busy={busy}>
            Crear Contrato
          </Button>
        </CardFooter>
      </form>
      <LeaveGuard isUnsent={form.formState.isDirty} />
    </Card>
  )
}
