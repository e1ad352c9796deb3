import { useMutation } from '@tanstack/react-query'
import { detachFromContractMutation } from '#features/contracts/web/queries.ts'
import type { ContractDossierWire } from '#features/contracts/wire/calls.ts'
import { ChangeDialog } from '#ui/dialogs/change-dialog.tsx'

type ContractFileRemovalDialogProps = {
  contractId: string
  file: ContractDossierWire['attachments'][number]
  onClose: () => void
}

/** Dialog that takes a file from a contract. */
export function ContractFileRemovalDialog({ contractId, file, onClose }: ContractFileRemovalDialogProps) {
  const change = useMutation({ ...detachFromContractMutation, onSuccess: onClose })
  return (
    <ChangeDialog
      change={change}
      title={`¿Quitar ${file.name}?`}
      description="Dejará de verse en el contrato. Queda constancia en su historial."
      confirmLabel="Quitar"
      onConfirm={() => change.mutate({ contractId, fileId: file.fileId })}
      onClose={onClose}
    />
  )
}
