import { Plus } from 'lucide-react'
import { Suspense } from 'react'
import type { FieldPath } from 'react-hook-form'
import { offeredRates } from '#features/documents/rules/tax-rates.ts'
import { startedBreakdown, type TypedAmount } from '#features/documents/rules/typed-breakdown.ts'
import type { DocumentType } from '#features/documents/rules.ts'
import type { DocumentInput } from '#features/documents/web/document-form.tsx'
import type { Currency } from '#kernel/money.ts'
import { Button } from '#ui/button.tsx'
import { late } from '#ui/late.ts'
import { Skeleton } from '#ui/skeleton.tsx'

/** Loaded when it is opened: most orders say nothing of it. */
const OpenBreakdownPanel = late(
  async () => (await import('#features/documents/web/open-breakdown-panel.tsx')).OpenBreakdownPanel,
)

type BreakdownPath = Extract<FieldPath<DocumentInput>, 'breakdown' | `breakdown.${string}`>

export type BreakdownPanelProps = {
  type: DocumentType
  isCredit: boolean
  amountMinor: string
  breakdown: TypedAmount['breakdown'] | null
  currency: Currency
  onChange: (typed: { amountMinor: string; breakdown: TypedAmount['breakdown'] | null }) => void
  fieldError: (path: BreakdownPath) => string | undefined
}

/** Breakdown of the amount: closed until somebody wants it, and gone again with 'Quitar'. */
export function BreakdownPanel(props: BreakdownPanelProps) {
  const { amountMinor, breakdown, currency, onChange } = props
  if (breakdown === null) {
    const [first = { kind: 'otro', rate: 0 } as const] = offeredRates(currency).taxes
    return (
      <Button
        variant="quiet"
        size="sm"
        icon={<Plus aria-hidden="true" />}
        className="-ml-2.5 justify-self-start"
        onClick={() => onChange({ amountMinor, breakdown: startedBreakdown(amountMinor, first) })}
      >
        Desglose (opcional)
      </Button>
    )
  }
  return (
    <Suspense fallback={<Skeleton className="h-80 w-full rounded-lg" />}>
      <OpenBreakdownPanel {...props} breakdown={breakdown} />
    </Suspense>
  )
}
