import { useMutation } from '@tanstack/react-query'
import type { CompanyWire } from '#features/companies/wire.ts'
import {
  type ContractBody,
  ContractFields,
  type ContractInput,
  newContract,
} from '#features/contracts/web/contract-form.tsx'
import { createContractMutation } from '#features/contracts/web/queries.ts'
import { NewContractWire } from '#features/contracts/wire/calls.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { notify } from '#ui/toast.ts'

type NewContractDialogProps = {
  company: CompanyWire
  client: { id: string; name: string }
  onClose: () => void
  onCreated: (contractId: string) => void
}

/** Dialog that makes a contract of one client without leaving the form that needs it. */
export function NewContractDialog({ company, client, onClose, onCreated }: NewContractDialogProps) {
  const create = useMutation(createContractMutation)
  const wire = useWireForm<ContractInput, ContractBody>({
    schema: NewContractWire,
    defaults: newContract(company, client.id),
    send: async (body, key) => {
      const { id } = await create.mutateAsync({ body, key })
      notify.success(`Contrato ${id} creado`)
      onCreated(id)
      onClose()
    },
  })
  return (
    <FormDialog
      title="Nuevo contrato"
      description={`Con ${client.name}`}
      submitLabel="Crear Contrato"
      wire={wire}
      isDirty={wire.form.formState.isDirty}
      onClose={onClose}
    >
      <ContractFields
        form={wire.form}
        field={wire.field}
        companyPolicy={company.policies.overrunPolicy}
        companyTolerance={company.policies.tolerance}
        companyBasis={company.policies.chargeBasis}
        isClientFixed
      />
    </FormDialog>
  )
}
