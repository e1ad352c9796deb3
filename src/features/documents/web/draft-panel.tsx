import { useEffect } from 'react'
import { z } from 'zod'
import type { DocumentDetailWire } from '#features/approvals/wire.ts'
import type { DocumentType } from '#features/documents/rules.ts'
import type { DocumentWireForm, Payee } from '#features/documents/web/document-form.tsx'
import { ReadPaymentsWire } from '#features/documents/wire/payments.ts'
import { ReadBreakdownWire } from '#features/documents/wire/read-breakdown.ts'
import { AttachmentWire, DocumentTypeWire } from '#features/documents/wire.ts'
import { keepDraft, readDraft } from '#ui/hooks/draft.ts'

const DraftWire = z.object({
  content: z.object({
    projectId: z.string(),
    contractId: z.string().nullish(),
    costCentreId: z.string().nullish(),
    type: DocumentTypeWire,
    name: z.string(),
    providerId: z.string(),
    amountMinor: z.string(),
    breakdown: ReadBreakdownWire.nullish(),
    payments: ReadPaymentsWire.nullish(),
    description: z.string().nullish(),
    invoiceNumber: z.string().nullish(),
    invoiceDate: z.string().nullish(),
    duplicateReason: z.string().nullish(),
    alarmReason: z.string().nullish(),
  }),
  files: z.array(AttachmentWire),
})
type Draft = z.infer<typeof DraftWire>

/** Initial content of the form: the stored draft, if any, and the content without a draft. */
export function readStart(
  key: string,
  asked: { userId: string; projectId: string; type: DocumentType | undefined },
  { returned, copied }: { returned: DocumentDetailWire | undefined; copied: DocumentDetailWire | undefined },
  payee: Payee | undefined,
  receivedFile: AttachmentWire | undefined,
): { draft: Draft | null; fresh: Draft } {
  const draft = readDraft(key, DraftWire)
  const { projectId } = asked
  const type = payee ? 'gasto' : asked.type
  // A link that names the type overrides the draft's.
  if (draft && type) draft.content.type = type
  const providerId = payee?.id ?? ''
  const blank = {
    projectId,
    contractId: null,
    type: type ?? lastType(asked.userId),
    name: '',
    providerId,
  } as const
  const fresh = returned
    ? { content: toFormContent(returned), files: returned.attachments }
    : {
        content: copied ? copyFrom(copied) : { ...blank, ...unsaid, amountMinor: '' },
        files: receivedFile ? [receivedFile] : [],
      }
  return { draft, fresh }
}

/** Type of the person's last order on this device; an issuance before the first. Source: specification, section 2. */
const lastType = (userId: string): DocumentType =>
  readDraft(lastTypeKey(userId), DocumentTypeWire) ?? 'emision'

export const lastTypeKey = (userId: string) => `${userId}:último tipo`

const unsaid = {
  costCentreId: null,
  breakdown: null,
  payments: null,
  description: '',
  invoiceNumber: '',
  invoiceDate: '',
  duplicateReason: '',
  alarmReason: '',
}

/** Content of another order like this one: its invoice, its due days and its files are its own. */
const copyFrom = (document: DocumentDetailWire) => ({
  ...toFormContent(document),
  payments: null,
  invoiceNumber: '',
  invoiceDate: '',
  duplicateReason: '',
})

function toFormContent({
  projectId,
  contract,
  costCentre,
  type,
  name,
  providerId,
  amount,
  ...rest
}: DocumentDetailWire) {
  const optional = {
    description: rest.description ?? '',
    invoiceNumber: rest.invoiceNumber ?? '',
    invoiceDate: rest.invoiceDate ?? '',
    duplicateReason: rest.duplicateReason ?? '',
    alarmReason: '',
  }
  return {
    projectId,
    contractId: contract?.id ?? null,
    costCentreId: costCentre?.id ?? null,
    type,
    name,
    providerId,
    amountMinor: amount.minor,
    breakdown: rest.breakdown,
    payments: rest.planned,
    ...optional,
  }
}

/** Stores content and attachments while they are edited, until sent; an untouched form stores nothing. */
export function useKeptDraft(
  key: string,
  { form }: DocumentWireForm,
  files: readonly AttachmentWire[],
  fresh: Draft,
) {
  useEffect(() => {
    const keep = () => {
      const { fileIds: _, ...content } = form.getValues()
      const isTouched = files.length !== fresh.files.length || draftText(content) !== draftText(fresh.content)
      if (isTouched && !form.formState.isSubmitting) keepDraft(key, { content, files })
    }
    keep()
    return form.subscribe({ formState: { values: true }, callback: keep })
  }, [key, form, files, fresh])
}

const draftText = (content: unknown) => JSON.stringify(DraftWire.shape.content.parse(content))

/** Key of the form's draft: one for each order that it begins from, and one for a new order in a project. */
export const draftKey = (
  userId: string,
  project: { readonly id: string },
  returned: DocumentDetailWire | undefined,
  copied: DocumentDetailWire | undefined,
  received: { readonly id: string } | undefined,
): string =>
  [
    userId,
    project.id,
    returned && `${returned.id}:${returned.revision}`,
    copied && `copia:${copied.id}`,
    received && `factura:${received.id}`,
  ]
    .filter(Boolean)
    .join(':')
