import { noTolerance, type Tolerance } from '#features/companies/rules/tolerance.ts'
import { TolerancePanel } from '#features/companies/web/tolerance-panel.tsx'
import type { Currency } from '#kernel/money.ts'

type CompanyTolerancePanelProps = {
  tolerance: Tolerance
  onChange: (tolerance: Tolerance) => void
  /** Currency of an amount that is typed now; one that was saved keeps its own. */
  currency: Currency
  error: string | undefined
}

/** Tolerance of the company's contracts. */
export function CompanyTolerancePanel({ tolerance, onChange, currency, error }: CompanyTolerancePanelProps) {
  const amountCurrency = tolerance.currency ?? currency
  return (
    <div className="grid max-w-xl grid-cols-1 gap-2">
      <TolerancePanel
        tolerance={tolerance}
        currency={amountCurrency}
        error={error}
        onChange={changed =>
          onChange(
            changed === null
              ? noTolerance
              : { ...changed, currency: changed.amountMinor === null ? null : amountCurrency },
          )
        }
      />
      {tolerance.amountMinor !== null && (
        <p className="text-ink-soft text-sm">
          Los contratos en otra moneda que {amountCurrency} no tienen tolerancia, salvo la suya propia.
        </p>
      )}
    </div>
  )
}
