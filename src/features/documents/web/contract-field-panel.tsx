import { useController } from 'react-hook-form'
import { contractStatusLabel, contractTypeLabel } from '#features/contracts/text/labels.ts'
import type { ContractWire } from '#features/contracts/wire.ts'
import type { DocumentWireForm } from '#features/documents/web/document-form.tsx'
import { Select } from '#ui/fields/select.tsx'

type ContractFieldProps = {
  wire: DocumentWireForm
  contracts: readonly ContractWire[]
  contract: ContractWire | undefined
}

/** Contract that the order is charged to. */
export function ContractFieldPanel({ wire, contracts, contract }: ContractFieldProps) {
  const { field } = useController({ control: wire.form.control, name: 'contractId' })
  return (
    <Select
      label="Contrato"
      {...field}
      value={contract?.id ?? ''}
      hint="El presupuesto que consume el pedido."
      options={contracts.map(({ id, description, type, status }) => ({
        value: id,
        label: `${id} · ${description} (${contractTypeLabel[type].toLowerCase()}${
          status === 'active' ? '' : `, ${contractStatusLabel[status].toLowerCase()}`
        })`,
      }))}
      error={wire.fieldError('contractId')}
    />
  )
}
