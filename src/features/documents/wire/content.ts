/** Content of an order as a person fills it in, in a module of its own, so that lists do not load it. */
import { z } from 'zod'
import { breakdownProblems } from '#features/documents/rules/breakdown.ts'
import { breakdownFromDigits } from '#features/documents/rules/breakdown-digits.ts'
import { BreakdownWire } from '#features/documents/wire/breakdown.ts'
import { breakdownIssue } from '#features/documents/wire/breakdown-issues.ts'
import { InvoiceDateWire, InvoiceNumberWire } from '#features/documents/wire/invoice.ts'
import { DocumentTypeWire } from '#features/documents/wire.ts'
import { ProjectId } from '#features/projects/wire.ts'
import { displayIdWire } from '#kernel/ids.ts'
import { minorFromText, minorToText } from '#kernel/money.ts'
import { DocumentMinorWire, lineWire, textWire, UuidWire } from '#kernel/wire.ts'

/** Content that a person fills in: sent to submit and, with the revision seen, to correct a returned order. */
export const DocumentContentWire = z
  .object({
    projectId: z.string({ error: 'Proyecto requerido' }).pipe(ProjectId.or(z.never('Proyecto requerido'))),
    /** Undefined: of the contracts that may pay its provider, the one of the order’s type, else the main one. */
    contractId: displayIdWire('CTR').nullish(),
    type: DocumentTypeWire,
    name: lineWire(160, 'Nombre requerido'),
    providerId: z
      .string({ error: 'Proveedor/Emisor requerido' })
      .regex(/^PRV-[0-9]{3,9}$/, 'Proveedor/Emisor requerido'),
    amountMinor: DocumentMinorWire,
    breakdown: BreakdownWire.nullish().transform(breakdown => breakdown ?? null),
    description: textWire(4000),
    /** Number of the invoice to be paid; an order to issue an invoice has none yet. */
    invoiceNumber: InvoiceNumberWire,
    invoiceDate: InvoiceDateWire,
    /** Reason why it repeats no other order: required when it looks like one. */
    duplicateReason: textWire(500),
    fileIds: z.array(UuidWire).max(20, 'Máximo 20 adjuntos').default([]),
  })
  .superRefine(({ amountMinor, breakdown }, context) => {
    if (breakdown === null) return
    for (const problem of breakdownProblems(minorFromText(amountMinor), breakdownFromDigits(breakdown)))
      context.addIssue({
        code: 'custom',
        path: ['breakdown', ...problem.path],
        message: breakdownIssue(problem, minor => `${minorToText(minor)} en la unidad menor de la moneda`),
      })
  })
export type DocumentContentWire = z.infer<typeof DocumentContentWire>
