import type { ControllerFieldState, ControllerRenderProps } from 'react-hook-form'
import type { z } from 'zod'
import { TolerancePanel } from '#features/companies/web/tolerance-panel.tsx'
import type { CompanyWire } from '#features/companies/wire.ts'
import { companyToleranceLabel, overrunChoices } from '#features/contracts/web/text.ts'
import type { NewContractWire } from '#features/contracts/wire/calls.ts'
import type { Currency } from '#kernel/money.ts'
import { Select } from '#ui/fields/select.tsx'

type Input = z.input<typeof NewContractWire>
/** Field of whatever form, with the value that the contract's form gives it. */
type Bound<Name extends keyof Input> = Omit<ControllerRenderProps, 'value'> & {
  value: Input[Name] | undefined
}

type OverrunPanelProps = {
  policy: { field: Bound<'overrunPolicy'>; fieldState: ControllerFieldState }
  tolerance: { field: Bound<'tolerance'> }
  toleranceError: string | undefined
  currency: Currency
  /** Policies of the company, which a contract without its own follows. */
  company: Pick<CompanyWire['policies'], 'overrunPolicy' | 'tolerance'>
}

/** Fields for orders that exceed a contract: its overrun policy, and how far it tolerates them before. */
export function OverrunPanel({ policy, tolerance, toleranceError, currency, company }: OverrunPanelProps) {
  const { value, onChange, ...bound } = policy.field
  return (
    <>
      <Select
        {...bound}
        value={value ?? ''}
        onChange={event => onChange(event.target.value === '' ? null : event.target.value)}
        label="Si un pedido supera lo disponible"
        error={policy.fieldState.error?.message}
        options={overrunChoices(company.overrunPolicy)}
      />
      <TolerancePanel
        tolerance={tolerance.field.value ?? null}
        onChange={tolerance.field.onChange}
        currency={currency}
        companyLabel={companyToleranceLabel(company.tolerance)}
        error={toleranceError}
      />
    </>
  )
}
