import { isDoubtful } from '#features/providers/rules/payee-check.ts'
import { checkText } from '#features/providers/text/payee-check.ts'
import type { PayeeCheckWire } from '#features/providers/wire/payee-check.ts'
import { InstantDay } from '#ui/time.tsx'

/** Answer of the bank about the holder of an account, with who asked and when. */
export function HolderPanel({ check }: { check: PayeeCheckWire }) {
  return (
    <p className={isDoubtful(check.outcome) ? 'text-caution' : undefined}>
      Titular según el banco: <span className="wrap-anywhere font-medium">{checkText(check)}</span>{' '}
      <span className="text-ink-soft">
        ({check.askedByName}, <InstantDay value={check.askedAt} />)
      </span>
    </p>
  )
}
