import type { ReactNode } from 'react'
import { breakdownFromDigits } from '#features/documents/rules/breakdown-digits.ts'
import type { DocumentType } from '#features/documents/rules.ts'
import { breakdownParts, payableLabel } from '#features/documents/text/breakdown.ts'
import type { ReadBreakdownWire } from '#features/documents/wire/read-breakdown.ts'
import type { MoneyWire } from '#kernel/wire.ts'
import { Money } from '#ui/money.tsx'

type BreakdownPartsPanelProps = {
  type: DocumentType
  breakdown: ReadBreakdownWire
  payable: MoneyWire
  isCredit: boolean
  /** Name of the part, where the screen has another one. */
  label?: string
}

/** Parts of an amount, and the amount that is paid of it. */
export function BreakdownPartsPanel({
  type,
  breakdown,
  payable,
  isCredit,
  label = 'Desglose',
}: BreakdownPartsPanelProps) {
  const parts = breakdownParts(breakdownFromDigits(breakdown), payable.currency)
  return (
    <section aria-label={label} className="border-t pt-3">
      <dl className="grid grid-cols-1 gap-y-1 sm:flex sm:flex-wrap sm:gap-x-6">
        {parts.map(([label, amounts], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike.
          <Part key={index} label={label}>
            {amounts}
          </Part>
        ))}
        <Part label={payableLabel(type, isCredit)}>
          <Money value={payable} className="font-semibold" />
        </Part>
      </dl>
    </section>
  )
}

/** A line on a phone; elsewhere as many side by side as there is room for. */
function Part({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-2">
      <dt className="text-ink-faint text-xs">{label}</dt>
      <dd className="figures font-medium">{children}</dd>
    </div>
  )
}
