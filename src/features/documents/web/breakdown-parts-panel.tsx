import { breakdownFromDigits } from '#features/documents/rules/breakdown-digits.ts'
import type { DocumentType } from '#features/documents/rules.ts'
import { breakdownParts, payableLabel } from '#features/documents/text/breakdown.ts'
import type { ReadBreakdownWire } from '#features/documents/wire/read-breakdown.ts'
import type { MoneyWire } from '#kernel/wire.ts'
import { Fact } from '#ui/card.tsx'
import { Money } from '#ui/money.tsx'

type BreakdownPartsPanelProps = { type: DocumentType; breakdown: ReadBreakdownWire; payable: MoneyWire }

/** What an amount is made of, and what is paid of it. */
export function BreakdownPartsPanel({ type, breakdown, payable }: BreakdownPartsPanelProps) {
  const parts = breakdownParts(breakdownFromDigits(breakdown), payable.currency)
  return (
    <section aria-label="Desglose" className="border-t pt-3">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
        {parts.map(([label, amounts], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike.
          <Fact key={index} label={label}>
            <span className="figures">{amounts}</span>
          </Fact>
        ))}
        <Fact label={payableLabel[type]}>
          <Money value={payable} className="font-semibold" />
        </Fact>
      </dl>
    </section>
  )
}
