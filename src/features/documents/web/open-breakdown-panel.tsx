import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { breakdownProblems, maxTaxLines, payableMinor } from '#features/documents/rules/breakdown.ts'
import { offeredRates, type TaxRates } from '#features/documents/rules/tax-rates.ts'
import {
  isComplete,
  knownBreakdown,
  type TypedAmount,
  typedMinor,
  withBase,
  withDisbursements,
  withNewLine,
  withoutLine,
  withRate,
  withTax,
  withWithholding,
} from '#features/documents/rules/typed-breakdown.ts'
import { payableLabel } from '#features/documents/text/breakdown.ts'
import type { BreakdownPanelProps } from '#features/documents/web/breakdown-panel.tsx'
import { TaxField, WithholdingField } from '#features/documents/web/tax-field-panel.tsx'
import { breakdownIssue } from '#features/documents/wire/breakdown-issues.ts'
import { formatMoney, money } from '#kernel/money.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/fields/field.tsx'
import { MoneyField } from '#ui/fields/money-field.tsx'
import { Money } from '#ui/money.tsx'

type OpenBreakdownPanelProps = Omit<BreakdownPanelProps, 'breakdown'> & TypedAmount

/** Breakdown of the amount, line by line; what is typed last stays, and the rest follows from it. */
export function OpenBreakdownPanel({
  type,
  isCredit,
  amountMinor,
  breakdown,
  currency,
  onChange,
  fieldError,
}: OpenBreakdownPanelProps) {
  const typed = { amountMinor, breakdown }
  const problems = isComplete(typed)
    ? breakdownProblems(typedMinor(amountMinor), knownBreakdown(breakdown))
    : []
  const sentences = problems.map(problem => ({
    path: ['breakdown', ...problem.path].join('.'),
    text: breakdownIssue(problem, minor => formatMoney(money(minor, currency))),
  }))
  const error: typeof fieldError = path =>
    sentences.find(each => each.path === path)?.text ?? fieldError(path)
  const rates = offeredRates(currency)
  const parts = { typed, rates, currency, onChange, error }
  return (
    <fieldset className="grid grid-cols-1 gap-4 rounded-lg border border-line p-4">
      <legend className="px-1 font-medium text-sm">
        Desglose <span className="font-normal text-ink-faint">(opcional)</span>
      </legend>
      <TaxLines {...parts} />
      <Button
        variant="quiet"
        size="sm"
        icon={<Plus aria-hidden="true" />}
        className="-ml-2.5 justify-self-start"
        disabled={breakdown.taxLines.length === maxTaxLines}
        onClick={() => onChange(withNewLine(typed, rates.taxes[0] ?? { kind: 'otro', rate: 0 }))}
      >
        Añadir impuesto
      </Button>
      <OtherParts {...parts} />
      <Outcome
        problem={error('breakdown')}
        label={payableLabel(type, isCredit)}
        onRemove={() => onChange({ amountMinor, breakdown: null })}
        payable={money(payableMinor(typedMinor(amountMinor), knownBreakdown(breakdown)), currency)}
      />
    </fieldset>
  )
}

type PartsProps = Pick<BreakdownPanelProps, 'currency' | 'onChange'> & {
  typed: TypedAmount
  rates: TaxRates
  error: BreakdownPanelProps['fieldError']
}

/** One row for each tax: its rate, its base and what it adds. */
function TaxLines({ typed, rates, currency, onChange, error }: PartsProps) {
  return typed.breakdown.taxLines.map((line, index) => (
    <div
      // biome-ignore lint/suspicious/noArrayIndexKey: lines are told apart by their place alone.
      key={index}
      className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-start gap-3 sm:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_minmax(0,1fr)_auto]"
    >
      <TaxField
        number={index + 1}
        rate={line}
        offered={rates.taxes}
        onChange={rate => onChange(withRate(typed, index, rate))}
      />
      <MoneyField
        label="Base"
        className="max-sm:row-start-2"
        currency={currency}
        value={line.baseMinor}
        onChange={minor => onChange(withBase(typed, index, minor))}
        error={error(`breakdown.taxLines.${index}.baseMinor`)}
      />
      <MoneyField
        label="Cuota"
        className="max-sm:row-start-2"
        currency={currency}
        value={line.taxMinor === '0' ? '' : line.taxMinor}
        disabled={line.rate === 0}
        placeholder={line.rate === 0 ? '0' : '0,00'}
        onChange={minor => onChange(withTax(typed, index, minor))}
        error={error(`breakdown.taxLines.${index}.taxMinor`)}
      />
      <Button
        variant="quiet"
        icon={<Trash2 aria-hidden="true" />}
        title="Quitar la línea"
        className="mt-6.5 max-sm:col-start-3 max-sm:row-start-1"
        onClick={() => onChange(withoutLine(typed, index))}
      >
        <span className="sr-only">Quitar la línea {index + 1}</span>
      </Button>
    </div>
  ))
}

/** Amounts beside the taxes: paid on somebody's behalf, paid before, withheld. */
function OtherParts({ typed, rates, currency, onChange, error }: PartsProps) {
  const { amountMinor, breakdown } = typed
  return (
    <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-3">
      <MoneyField
        label="Suplidos"
        optional
        currency={currency}
        value={shownMinor(breakdown.disbursementsMinor)}
        onChange={minor => onChange(withDisbursements(typed, minor || '0'))}
        error={error('breakdown.disbursementsMinor')}
      />
      <MoneyField
        label="Anticipos"
        optional
        currency={currency}
        value={shownMinor(breakdown.prepaidMinor)}
        onChange={minor => onChange({ amountMinor, breakdown: { ...breakdown, prepaidMinor: minor || '0' } })}
        error={error('breakdown.prepaidMinor')}
      />
      <WithholdingField
        withholding={breakdown.withholding}
        offered={rates.withholdings}
        onChange={chosen => onChange(withWithholding(typed, chosen))}
      />
      {breakdown.withholding && (
        <MoneyField
          label="Retenido"
          className="sm:col-start-3"
          currency={currency}
          value={breakdown.withholding.withheldMinor}
          onChange={withheldMinor =>
            breakdown.withholding &&
            onChange({
              amountMinor,
              breakdown: { ...breakdown, withholding: { ...breakdown.withholding, withheldMinor } },
            })
          }
          error={error('breakdown.withholding.withheldMinor') ?? error('breakdown.withholding.baseMinor')}
        />
      )}
    </div>
  )
}

const shownMinor = (minor: string): string => (minor === '0' ? '' : minor)

type OutcomeProps = {
  label: string
  problem: ReactNode
  payable: ReturnType<typeof money>
  onRemove: () => void
}

/** Amount that is paid after all, the part that does not add up, and the way out. */
function Outcome({ label, problem, payable, onRemove }: OutcomeProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t pt-3">
      <div aria-live="polite" className="grid gap-1">
        <p>
          <span className="text-ink-soft">{label}: </span>
          <Money value={payable} className="font-semibold" />
        </p>
        {problem && <FieldError>{problem}</FieldError>}
      </div>
      <Button size="sm" onClick={onRemove}>
        Quitar el desglose
      </Button>
    </div>
  )
}
