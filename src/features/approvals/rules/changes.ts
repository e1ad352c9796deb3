/** Differences between two revisions of an order: whoever approved the earlier one reads only these. */
import type { DocumentType } from '#features/documents/rules.ts'
import type { Money } from '#kernel/money.ts'

export type ChangedField =
  | 'name'
  | 'type'
  | 'project'
  | 'provider'
  | 'contract'
  | 'bankAccount'
  | 'invoiceNumber'
  | 'invoiceDate'
  | 'description'

export type AttachedFile = { readonly id: string; readonly name: string }

/** Content of one revision of an order, in words that people read. */
export type RevisionContent = { readonly [field in Exclude<ChangedField, 'type'>]: string | null } & {
  readonly type: DocumentType
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

/** Compared fields, in reading order. */
export const changedFields = [
  'provider',
  'bankAccount',
  'contract',
  'project',
  'type',
  'name',
  'invoiceNumber',
  'invoiceDate',
  'description',
] as const satisfies readonly ChangedField[]

export function changesBetween(before: RevisionContent, after: RevisionContent): Changes {
  const isSameAmount =
    before.amount.minor === after.amount.minor && before.amount.currency === after.amount.currency
  return {
    amount: isSameAmount ? null : { before: before.amount, after: after.amount },
    texts: changedFields
      .filter(field => before[field] !== after[field])
      .map(field => ({ field, before: before[field], after: after[field] })),
    added: missingFrom(before.files, after.files),
    removed: missingFrom(after.files, before.files),
  }
}

const missingFrom = (some: readonly AttachedFile[], others: readonly AttachedFile[]): string[] =>
  others.filter(({ id }) => !some.some(file => file.id === id)).map(({ name }) => name)

/** Last four characters of an account: enough to tell two accounts apart, too few to pay into one. */
export const accountEnd = (account: string | null): string | null =>
  account === null ? null : `···· ${account.slice(-4)}`
