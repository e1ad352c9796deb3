import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ContractStatus } from '#features/contracts/rules.ts'
import { contractStatusMutation } from '#features/contracts/web/queries.ts'
import { type ContractDossierWire, changeContractStatus } from '#features/contracts/wire/calls.ts'
import type { ContractWire } from '#features/contracts/wire.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { notify } from '#ui/toast.ts'

const schema = changeContractStatus.body
type Input = z.input<typeof schema>

const stops =
  'No admitirá pedidos nuevos y los que esperan aprobación quedarán bloqueados. Los ya aprobados siguen su curso.'

const words: {
  readonly [to in ContractStatus]: { verb: string; description: string; done: string; orders: string }
} = {
  completed: {
    verb: 'Completar',
    description: stops,
    done: 'Contrato completado',
    orders: 'quedan bloqueados',
  },
  inactive: {
    verb: 'Desactivar',
    description: stops,
    done: 'Contrato desactivado',
    orders: 'quedan bloqueados',
  },
  active: {
    verb: 'Reactivar',
    description:
      'Volverá a admitir pedidos, y los que bloqueó seguirán donde estaban, con las aprobaciones que tenían.',
    done: 'Contrato reactivado',
    orders: 'vuelven a aprobación',
  },
}

type StatusDialogProps = {
  contract: ContractWire
  dossier: ContractDossierWire
  to: ContractStatus
  onClose: () => void
}

/**
 * Dialog that closes or opens a contract: it first explains what becomes of its orders, then says how many
 * changed.
 */
export function StatusDialog({ contract, dossier, to, onClose }: StatusDialogProps) {
  const { mutateAsync } = useMutation(contractStatusMutation)
  const { verb, description, done, orders: become } = words[to]
  const wire = useWireForm<Input, z.output<typeof schema>>({
    schema,
    defaults: { revision: dossier.revision, status: to, reason: '' },
    send: async (body, key) => {
      const { orders } = await mutateAsync({ contractId: contract.id, body, key })
      notify.success(done, orders === 0 ? {} : { description: `Pedidos que ${become}: ${orders}.` })
      onClose()
    },
  })
  return (
    <FormDialog
      title={`${verb} ${contract.id}`}
      description={description}
      submitLabel={`${verb} contrato`}
      wire={wire}
      isDirty={wire.form.formState.isDirty}
      onClose={onClose}
    >
      <TextArea {...wire.field('reason')} label="Motivo" rows={3} />
    </FormDialog>
  )
}
