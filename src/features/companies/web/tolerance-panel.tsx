import type { Tolerance } from '#features/companies/rules/tolerance.ts'
import type { Currency } from '#kernel/money.ts'
import { MoneyField } from '#ui/fields/money-field.tsx'
import { PercentField } from '#ui/fields/percent-field.tsx'
import { Select } from '#ui/fields/select.tsx'

type TolerancePanelProps = {
  /** Null: what the company says, where there is such a choice. */
  tolerance: Pick<Tolerance, 'rate' | 'amountMinor'> | null
  onChange: (tolerance: Pick<Tolerance, 'rate' | 'amountMinor'> | null) => void
  currency: Currency
  /** Label of the choice of the company's tolerance; absent in its own settings. */
  companyLabel?: string
  error?: string | undefined
}

const choices = [
  { value: 'none', label: 'Ninguna' },
  { value: 'rate', label: 'Un porcentaje del total' },
  { value: 'amount', label: 'Un monto' },
  { value: 'both', label: 'El menor de un porcentaje y un monto' },
]

/** Tolerance: none, a rate, an amount, or both, whose smaller holds; for a contract also what its company says. */
export function TolerancePanel({ tolerance, onChange, currency, companyLabel, error }: TolerancePanelProps) {
  const kind = kindFrom(tolerance)
  return (
    <div className="grid grid-cols-1 gap-4">
      <Select
        label="Tolerancia"
        hint="Hasta ahí, lo que supera el total solo avisa. Cuenta todo lo aprobado del contrato, no cada pedido por separado."
        value={kind}
        onChange={({ target }) => onChange(chosen(target.value, tolerance))}
        error={kind === 'none' || kind === 'company' ? error : undefined}
        options={[
          ...(companyLabel === undefined ? [] : [{ value: 'company', label: companyLabel }]),
          ...choices,
        ]}
      />
      {tolerance !== null && (
        <div className="grid grid-cols-1 gap-4 min-[24rem]:grid-cols-2">
          {(kind === 'rate' || kind === 'both') && (
            <PercentField
              label="Porcentaje del total"
              value={tolerance.rate ?? 0}
              onChange={rate => onChange({ ...tolerance, rate })}
              error={kind === 'rate' ? error : undefined}
            />
          )}
          {tolerance.amountMinor !== null && (
            <MoneyField
              label="Monto que se tolera"
              currency={currency}
              value={tolerance.amountMinor}
              onChange={amountMinor => onChange({ ...tolerance, amountMinor })}
              error={error}
            />
          )}
        </div>
      )}
    </div>
  )
}

function kindFrom(tolerance: TolerancePanelProps['tolerance']): string {
  if (tolerance === null) return 'company'
  const { rate, amountMinor } = tolerance
  if (amountMinor !== null) return rate === null ? 'amount' : 'both'
  return rate === null || rate === 0 ? 'none' : 'rate'
}

const usualRate = 500

/** Tolerance of a kind that is chosen, with what was typed before. */
function chosen(kind: string, before: TolerancePanelProps['tolerance']): TolerancePanelProps['tolerance'] {
  if (kind === 'company') return null
  const rate = before?.rate || usualRate
  const amountMinor = before?.amountMinor ?? ''
  if (kind === 'rate') return { rate, amountMinor: null }
  if (kind === 'amount') return { rate: null, amountMinor }
  return kind === 'both' ? { rate, amountMinor } : { rate: null, amountMinor: null }
}
