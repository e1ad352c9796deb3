import { useMutation } from '@tanstack/react-query'
import { Controller, useController } from 'react-hook-form'
import type { z } from 'zod'
import { overrunPolicies } from '#features/companies/rules.ts'
import { toleranceText } from '#features/companies/text/tolerance.ts'
import { overrunPolicyLabel } from '#features/companies/text.ts'
import { ToleranceWire } from '#features/companies/wire/tolerance.ts'
import type { CompanyWire } from '#features/companies/wire.ts'
import { isInDates } from '#features/contracts/rules.ts'
import { OverrunPanel } from '#features/contracts/web/overrun-panel.tsx'
import { changeContractMutation, rereadContract } from '#features/contracts/web/queries.ts'
import { chargeBasisChoices, chargeBasisHint } from '#features/contracts/web/text.ts'
import { type ContractDossierWire, ContractTermsWire } from '#features/contracts/wire/calls.ts'
import type { ContractWire } from '#features/contracts/wire.ts'
import { paymentTermsText } from '#features/providers/text/payment-terms.ts'
import { PaymentTermsPanel } from '#features/providers/web/payment-terms-panel.tsx'
import { PaymentTermsWire } from '#features/providers/wire/payment-terms.ts'
import { dayFromInstant } from '#kernel/day.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { DateField } from '#ui/fields/date-field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { type FieldWords, useSharedForm } from '#ui/hooks/use-shared-form.ts'
import { notify } from '#ui/toast.ts'

type Input = z.input<typeof ContractTermsWire>

type TermsDialogProps = {
  contract: ContractWire
  dossier: ContractDossierWire
  company: CompanyWire
  onClose: () => void
}

/**
 * Dialog that corrects a contract's terms. Parties, type and currency never change; the total is amended
 * elsewhere.
 */
export function TermsDialog({ contract, dossier, company, onClose }: TermsDialogProps) {
  const { mutateAsync } = useMutation(changeContractMutation)
  const { description, conditions, startsOn, endsOn } = contract
  const wire = useSharedForm<Input, z.output<typeof ContractTermsWire>>({
    schema: ContractTermsWire,
    version: `${Math.min(contract.revision, dossier.revision)}`,
    words,
    reread: () => rereadContract(contract.id),
    defaults: {
      revision: dossier.revision,
      description,
      conditions: conditions ?? '',
      startsOn,
      endsOn,
      overrunPolicy: dossier.overrunPolicy,
      tolerance: dossier.tolerance,
      chargeBasis: contract.chargeBasis,
      paymentTerms: contract.paymentTerms,
    },
    send: async (body, revision) => {
      const { orders } = await mutateAsync({
        contractId: contract.id,
        body: { ...body, revision: Number(revision) },
      })
      const become = isInDates(body, dayFromInstant(new Date(), company.timeZone))
        ? 'vuelven a aprobación'
        : 'quedan bloqueados'
      notify.success(
        `Contrato ${contract.id} actualizado`,
        orders === 0 ? {} : { description: `Pedidos que ${become}: ${orders}.` },
      )
      onClose()
    },
  })
  const { control } = wire.form
  const policy = useController({ control, name: 'overrunPolicy' })
  const tolerance = useController({ control, name: 'tolerance' })
  return (
    <FormDialog
      title={`Editar ${contract.id}`}
      description="El monto total se cambia aparte, con un motivo. Fuera de sus fechas, los pedidos que esperan aprobación quedan bloqueados."
      submitLabel="Guardar"
      wire={wire}
      isDirty={wire.form.formState.isDirty}
      onClose={onClose}
    >
      <TextField {...wire.field('description')} label="Descripción" autoComplete="off" />
      <div className="grid grid-cols-1 gap-4 min-[24rem]:grid-cols-2">
        <Controller
          control={control}
          name="startsOn"
          render={({ field, fieldState }) => (
            <DateField {...field} label="Inicio" error={fieldState.error?.message} />
          )}
        />
        <Controller
          control={control}
          name="endsOn"
          render={({ field, fieldState }) => (
            <DateField {...field} label="Fin" error={fieldState.error?.message} />
          )}
        />
      </div>
      <OverrunPanel
        policy={policy}
        tolerance={tolerance}
        toleranceError={wire.form.formState.errors.tolerance?.amountMinor?.message}
        currency={contract.balance.total.currency}
        company={company.policies}
      />
      <Controller
        control={control}
        name="chargeBasis"
        render={({ field: { value, ...bound }, fieldState }) => (
          <Select
            {...bound}
            value={value ?? contract.chargeBasis}
            disabled={dossier.isCharged}
            label="Se consume por"
            hint={dossier.isCharged ? 'El contrato ya tiene pedidos: no puede cambiar.' : chargeBasisHint}
            error={fieldState.error?.message}
            options={chargeBasisChoices}
          />
        )}
      />
      <Controller
        control={control}
        name="paymentTerms"
        render={({ field: { value, onChange }, fieldState }) => (
          <PaymentTermsPanel
            terms={value ?? null}
            onChange={onChange}
            noneLabel="El del proveedor, si tiene"
            error={fieldState.error?.message}
          />
        )}
      />
      <TextArea {...wire.field('conditions')} label="Condiciones" optional rows={4} />
    </FormDialog>
  )
}

const words: FieldWords = {
  description: 'Descripción',
  startsOn: 'Inicio',
  endsOn: 'Fin',
  conditions: 'Condiciones',
  chargeBasis: 'Se consume por',
  paymentTerms: [
    'Plazo de pago',
    value => {
      const terms = PaymentTermsWire.safeParse(value)
      return terms.success ? paymentTermsText(terms.data) : 'las del proveedor'
    },
  ],
  tolerance: [
    'Tolerancia',
    value => {
      const found = ToleranceWire.safeParse(value)
      return found.success ? toleranceText(found.data) : 'como la empresa'
    },
  ],
  overrunPolicy: [
    'Si un pedido supera lo disponible',
    value => {
      const known = overrunPolicies.find(policy => policy === value)
      return known === undefined ? 'como la empresa' : `«${overrunPolicyLabel[known]}»`
    },
  ],
}
