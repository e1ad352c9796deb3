/** Content of an order as a person fills it in, in a module of its own, so that lists do not load it. */
import { z } from 'zod'
import { breakdownProblems, payableMinor } from '#features/documents/rules/breakdown.ts'
import { breakdownFromDigits } from '#features/documents/rules/breakdown-digits.ts'
import { paymentsProblems } from '#features/documents/rules/payments.ts'
import { BreakdownWire } from '#features/documents/wire/breakdown.ts'
import { breakdownIssue } from '#features/documents/wire/breakdown-issues.ts'
import { InvoiceDateWire, InvoiceNumberWire } from '#features/documents/wire/invoice.ts'
import { PlannedPaymentsWire, plannedFromWire } from '#features/documents/wire/payments.ts'
import { paymentsIssue } from '#features/documents/wire/payments-issues.ts'
import { DocumentTypeWire } from '#features/documents/wire.ts'
import { ProjectId } from '#features/projects/wire.ts'
import { dayFrom } from '#kernel/day.ts'
import { displayIdWire } from '#kernel/ids.ts'
import { minorFromText, minorToText } from '#kernel/money.ts'
import { DocumentMinorWire, lineWire, textWire, UuidWire } from '#kernel/wire.ts'

/** Content that a person fills in: sent to submit and, with the revision seen, to correct a returned order. */
export const DocumentContentWire = z
  .object({
    projectId: z.string({ error: 'Proyecto requerido' }).pipe(ProjectId.or(z.never('Proyecto requerido'))),
    /** Undefined: of the contracts that may pay its provider, the one of the order’s type, else the main one. */
    contractId: displayIdWire('CTR').nullish(),
    /** Cost centre; null charges none. Absent, or from whoever may not know the order’s: as it is. */
    costCentreId: UuidWire.nullish(),
    type: DocumentTypeWire,
    name: lineWire(160, 'Nombre requerido'),
    providerId: z
      .string({ error: 'Proveedor/Emisor requerido' })
      .regex(/^PRV-[0-9]{3,9}$/, 'Proveedor/Emisor requerido'),
    amountMinor: DocumentMinorWire,
    breakdown: BreakdownWire.nullish().transform(breakdown => breakdown ?? null),
    /** When it is paid, in parts; null leaves it to the payment terms, and none plans nothing. */
    payments: PlannedPaymentsWire.nullish().transform(payments => payments ?? null),
    description: textWire(4000),
    /** Number of the invoice to be paid; an order to issue an invoice has none yet. */
    invoiceNumber: InvoiceNumberWire,
    invoiceDate: InvoiceDateWire,
    /** Reason why it repeats no other order: required when it looks like one. */
    duplicateReason: textWire(500),
    /** Reason why it is sent though an invoice among its files has an alarm: required when one has. */
    alarmReason: textWire(500),
    fileIds: z.array(UuidWire).max(20, 'Máximo 20 adjuntos').default([]),
  })
  .superRefine(soundBreakdown)
  .superRefine(({ amountMinor, breakdown, payments, type }, context) => {
    if (payments === null || payments.length === 0) return
    // Another issue says already that a day is none.
    if (payments.some(({ dueOn }) => dayFrom(dueOn) === null)) return
    const payable = payableMinor(minorFromText(amountMinor), breakdown && breakdownFromDigits(breakdown))
    const issue = (message: string, path: readonly (string | number)[] = []) =>
      context.addIssue({ code: 'custom', path: ['payments', ...path], message })
    if (type === 'emision' && payments.length > 1) issue('Un pedido de emisión tiene un solo vencimiento')
    for (const problem of paymentsProblems(payable, plannedFromWire(payments)))
      issue(paymentsIssue(problem, inMinorUnits), problem.index === null ? [] : [problem.index])
  })

type BrokenDownAmount = {
  readonly amountMinor: string
  readonly breakdown: z.output<typeof BreakdownWire> | null
}

/** Issues of a breakdown that is not one of its amount. */
export function soundBreakdown({ amountMinor, breakdown }: BrokenDownAmount, context: z.RefinementCtx): void {
  if (breakdown === null) return
  for (const problem of breakdownProblems(minorFromText(amountMinor), breakdownFromDigits(breakdown)))
    context.addIssue({
      code: 'custom',
      path: ['breakdown', ...problem.path],
      message: breakdownIssue(problem, inMinorUnits),
    })
}

const inMinorUnits = (minor: bigint): string => `${minorToText(minor)} en la unidad menor de la moneda`

export type DocumentContentWire = z.infer<typeof DocumentContentWire>
