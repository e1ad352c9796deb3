/**
 * Differences between two revisions of an order: whoever approved the earlier one reads only these, so that a field
 * missing here is a change that nobody sees.
 */
import type { DocumentType } from '#features/documents/rules.ts'
import type { Money } from '#kernel/money.ts'

export type AttachedFile = { readonly id: string; readonly name: string }

/** Compared fields, in reading order. */
export const changedFields = [
  'breakdown',
  'payments',
  'provider',
  'bankAccount',
  'contract',
  'costCentre',
  'project',
  'type',
  'name',
  'invoiceNumber',
  'invoiceDate',
  'description',
] as const
export type ChangedField = (typeof changedFields)[number]

/** Content of one revision of an order: provider and project by name and id, the account whole. */
export type RevisionContent = { readonly [field in Exclude<ChangedField, 'type'>]: string | null } & {
  readonly type: DocumentType
  readonly providerId: string | null
  readonly projectId: string
  readonly amount: Money
  readonly files: readonly AttachedFile[]
}

export type TextChange = {
  readonly field: ChangedField
  readonly before: string | null
  readonly after: string | null
}

export type Changes = {
  readonly amount: { readonly before: Money; readonly after: Money } | null
  /** Changed texts, in reading order. */
  readonly texts: readonly TextChange[]
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

export function changesBetween(before: RevisionContent, after: RevisionContent): Changes {
  const isSameAmount =
    before.amount.minor === after.amount.minor && before.amount.currency === after.amount.currency
  return {
    amount: isSameAmount ? null : { before: before.amount, after: after.amount },
    texts: changedFields
      .filter(field => identity(before, field) !== identity(after, field))
      .map(field => textChange(before, after, field)),
    added: missingFrom(before.files, after.files),
    removed: missingFrom(after.files, before.files),
  }
}

/** Value by which a field is compared: two providers may have one name, and two accounts one end. */
function identity(content: RevisionContent, field: ChangedField): string | null {
  if (field === 'provider') return content.providerId
  return field === 'project' ? content.projectId : content[field]
}

/** A change as people read it: what differs is told apart even where it looks alike. */
function textChange(before: RevisionContent, after: RevisionContent, field: ChangedField): TextChange {
  const [former, latter] = [shownText(before, field), shownText(after, field)]
  if (former !== latter) return { field, before: former, after: latter }
  if (field === 'bankAccount') return { field, before: former, after: `${latter} (otra cuenta)` }
  const named = (content: RevisionContent) => `${content[field]} · ${identity(content, field)}`
  return { field, before: named(before), after: named(after) }
}

const shownText = (content: RevisionContent, field: ChangedField): string | null =>
  field === 'bankAccount' ? accountEnd(content.bankAccount) : content[field]

const missingFrom = (some: readonly AttachedFile[], others: readonly AttachedFile[]): string[] =>
  others.filter(({ id }) => !some.some(file => file.id === id)).map(({ name }) => name)

/** Last four characters of an account, too few to pay into it; two accounts may have the same. */
export const accountEnd = (account: string | null): string | null =>
  account === null ? null : `···· ${account.slice(-4)}`
