/** Alarms of the invoices that an order pays: whoever sends it says why it is sent all the same. */
import type { FindingKind } from '#features/invoices/rules/checks.ts'

export type AlarmRefusal = 'alarm_unexplained'

export type Alarm = { readonly kind: FindingKind; readonly text: string }

export type Explained = {
  /** Alarms that were explained when the order was sent before, by what they say. */
  readonly before: ReadonlySet<string>
  /** True when the person said why the order repeats no other: that explains an invoice that is known already, too. */
  readonly isNoDuplicate: boolean
}

/** Alarms that nobody has explained yet. */
export const unexplainedAlarms = (
  alarms: readonly Alarm[],
  { before, isNoDuplicate }: Explained,
): readonly Alarm[] =>
  alarms.filter(({ kind, text }) => !before.has(text) && !(kind === 'already_known' && isNoDuplicate))
