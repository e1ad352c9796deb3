import { Building2, Truck } from 'lucide-react'
import { Controller, type UseFormReturn, useController } from 'react-hook-form'
import type { z } from 'zod'
import type { Tolerance } from '#features/companies/rules/tolerance.ts'
import type { ChargeBasis } from '#features/companies/rules.ts'
import type { CompanyWire } from '#features/companies/wire.ts'
import type { OverrunPolicy } from '#features/contracts/rules.ts'
import { ContractClientPanel } from '#features/contracts/web/contract-client-panel.tsx'
import { OpeningPanel } from '#features/contracts/web/opening-panel.tsx'
import { OverrunPanel } from '#features/contracts/web/overrun-panel.tsx'
import { ProviderPanel } from '#features/contracts/web/provider-panel.tsx'
import { chargeBasisHint, newChargeBasisChoices, sameText } from '#features/contracts/web/text.ts'
import type { NewContractWire } from '#features/contracts/wire/calls.ts'
import { PaymentTermsPanel } from '#features/providers/web/payment-terms-panel.tsx'
import { dayFromInstant } from '#kernel/day.ts'
import { currencies, isCurrency } from '#kernel/money.ts'
import { DateField } from '#ui/fields/date-field.tsx'
import { MoneyField } from '#ui/fields/money-field.tsx'
import { RadioCards } from '#ui/fields/radio-cards.tsx'
import { Select } from '#ui/fields/select.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import type { BoundField } from '#ui/hooks/use-wire-form.ts'

export type ContractInput = z.input<typeof NewContractWire>
export type ContractBody = z.output<typeof NewContractWire>
export type ContractFormOf = UseFormReturn<ContractInput, unknown, ContractBody>

type ContractFieldsProps = {
  form: ContractFormOf
  field: (name: 'description' | 'conditions') => BoundField
  /** Policy of the company, which a contract without its own follows. */
  companyPolicy: OverrunPolicy
  /** Tolerance of the company, which a contract without its own follows. */
  companyTolerance: Tolerance
  /** Basis of the company, which a contract takes over unless it names its own. */
  companyBasis: ChargeBasis
  /** True when the client is already chosen, so that the form does not ask for it. */
  isClientFixed?: boolean
}

/** Fields of a contract: type and parties, total, dates and conditions. */
export function ContractFields({
  form,
  field,
  companyPolicy,
  companyTolerance,
  companyBasis,
  isClientFixed = false,
}: ContractFieldsProps) {
  const { control } = form
  const policy = useController({ control, name: 'overrunPolicy' })
  const tolerance = useController({ control, name: 'tolerance' })
  const type = form.watch('type')
  return (
    <>
      <Controller
        control={control}
        name="type"
        render={({ field: { ref, ...bound }, fieldState }) => (
          <RadioCards
            {...bound}
            onChange={chosen => {
              bound.onChange(chosen)
              if (chosen === 'cliente') form.setValue('providerId', null)
            }}
            ref={ref}
            label="Tipo de contrato"
            error={fieldState.error?.message}
            options={typeCards}
          />
        )}
      />
      {!isClientFixed && <ContractClientPanel form={form} />}
      {type === 'proveedor' && <ProviderPanel form={form} />}
      <TextField {...field('description')} label="Descripción" autoComplete="off" />
      <AmountFields form={form} />
      <OpeningPanel form={form} />
      <DateFields form={form} />
      <OverrunPanel
        policy={policy}
        tolerance={tolerance}
        toleranceError={form.formState.errors.tolerance?.amountMinor?.message}
        currency={form.watch('currency')}
        company={{ overrunPolicy: companyPolicy, tolerance: companyTolerance }}
      />
      <Controller
        control={control}
        name="chargeBasis"
        render={({ field: { value, onChange, ...bound }, fieldState }) => (
          <Select
            {...bound}
            value={value ?? ''}
            onChange={event => onChange(event.target.value === '' ? null : event.target.value)}
            label="Se consume por"
            hint={chargeBasisHint}
            error={fieldState.error?.message}
            options={newChargeBasisChoices(companyBasis)}
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
      <TextArea {...field('conditions')} label="Condiciones" optional rows={4} />
    </>
  )
}

/** Default values: a contract that begins today, in the company's currency. */
export function newContract({ currency, timeZone }: CompanyWire, clientId: string): ContractInput {
  return {
    type: 'cliente',
    clientId,
    providerId: null,
    description: '',
    conditions: '',
    totalMinor: '',
    openingMinor: null,
    currency,
    startsOn: dayFromInstant(new Date(), timeZone),
    endsOn: '',
    overrunPolicy: null,
    tolerance: null,
    chargeBasis: null,
    paymentTerms: null,
  }
}

const typeCards = [
  {
    value: 'cliente',
    label: 'Cliente',
    note: 'Lo que se puede facturar al cliente: sus pedidos de emisión.',
    icon: <Building2 aria-hidden="true" />,
  },
  {
    value: 'proveedor',
    label: 'Proveedor',
    note: 'Lo que se puede pagar a un proveedor por cuenta del cliente: sus pedidos de pago.',
    icon: <Truck aria-hidden="true" />,
  },
]

function AmountFields({ form }: { form: ContractFormOf }) {
  const [currency, totalMinor, openingMinor] = form.watch(['currency', 'totalMinor', 'openingMinor'])
  const changeCurrency = (next: string) => {
    if (!isCurrency(next)) return
    form.setValue('currency', next, { shouldDirty: true })
    form.setValue('totalMinor', sameText(totalMinor, currency, next), { shouldDirty: true })
    if (openingMinor != null)
      form.setValue('openingMinor', sameText(openingMinor, currency, next), { shouldDirty: true })
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-4">
      <Controller
        control={form.control}
        name="totalMinor"
        render={({ field, fieldState }) => (
          <MoneyField {...field} label="Monto total" currency={currency} error={fieldState.error?.message} />
        )}
      />
      <Controller
        control={form.control}
        name="currency"
        render={({ field, fieldState }) => (
          <Select
            {...field}
            onChange={event => changeCurrency(event.target.value)}
            label="Moneda"
            error={fieldState.error?.message}
            options={currencies.map(value => ({ value, label: value }))}
          />
        )}
      />
    </div>
  )
}

function DateFields({ form }: { form: ContractFormOf }) {
  return (
    <div className="grid grid-cols-1 gap-4 min-[24rem]:grid-cols-2">
      <Controller
        control={form.control}
        name="startsOn"
        render={({ field, fieldState }) => (
          <DateField {...field} label="Inicio" error={fieldState.error?.message} />
        )}
      />
      <Controller
        control={form.control}
        name="endsOn"
        render={({ field, fieldState }) => (
          <DateField {...field} label="Fin" error={fieldState.error?.message} />
        )}
      />
    </div>
  )
}
