import { useMutation } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import type { z } from 'zod'
import { type Balance, mayAmend, spent } from '#features/contracts/rules/budget.ts'
import { amendContractMutation } from '#features/contracts/web/queries.ts'
import { amendContract, type ContractDossierWire } from '#features/contracts/wire/calls.ts'
import { balanceFromWire, type ContractWire, overrunFromWire } from '#features/contracts/wire.ts'
import { minorFromText, moneyFromText } from '#kernel/money.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { MoneyField } from '#ui/fields/money-field.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { Money } from '#ui/money.tsx'
import { Alert } from '#ui/states.tsx'
import { notify } from '#ui/toast.ts'

const schema = amendContract.body
type Input = z.input<typeof schema>

type AmendDialogProps = { contract: ContractWire; dossier: ContractDossierWire; onClose: () => void }

/** Dialog that changes a contract's total, with a reason that stays in its history. */
export function AmendDialog({ contract, dossier, onClose }: AmendDialogProps) {
  const { mutateAsync } = useMutation(amendContractMutation)
  const balance = balanceFromWire(contract.balance)
  const wire = useWireForm<Input, z.output<typeof schema>>({
    schema,
    defaults: { revision: dossier.revision, totalMinor: contract.balance.total.minor, reason: '' },
    send: async (body, key) => {
      await mutateAsync({ contractId: contract.id, body, key })
      notify.success('Monto total modificado')
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Modificar el monto de ${contract.id}`}
      description={
        <>
          Ahora es de <Money value={balance.total} />, con <Money value={spent(balance)} /> ya consumidos.
        </>
      }
      submitLabel="Modificar monto"
      wire={wire}
      isDirty={wire.form.formState.isDirty}
      onClose={onClose}
    >
      <Controller
        control={wire.form.control}
        name="totalMinor"
        render={({ field, fieldState }) => (
          <MoneyField
            {...field}
            label="Monto total nuevo"
            currency={balance.total.currency}
            error={fieldState.error?.message}
          />
        )}
      />
      <TooLittle contract={contract} balance={balance} totalMinor={wire.form.watch('totalMinor')} />
      <TextArea {...wire.field('reason')} label="Motivo" rows={3} />
    </FormDialog>
  )
}

type TooLittleProps = { contract: ContractWire; balance: Balance; totalMinor: string }

/** Hint while the total is typed; the server decides. */
function TooLittle({ contract, balance, totalMinor }: TooLittleProps) {
  const isLittle = /^\d+$/.test(totalMinor) && minorFromText(totalMinor) < spent(balance).minor
  if (!isLittle) return null
  const total = moneyFromText(totalMinor, balance.total.currency)
  const may = mayAmend(balance, total, overrunFromWire(contract))
  return may !== true && may.refused === 'below_spent' ? (
    <Alert tone="negative" title="Menos de lo consumido">
      El contrato bloquea lo que lo supera, y ya se han consumido <Money value={spent(balance)} />.
    </Alert>
  ) : (
    <Alert tone="caution" title="Menos de lo consumido">
      El contrato quedará excedido: ya se han consumido <Money value={spent(balance)} />.
    </Alert>
  )
}
