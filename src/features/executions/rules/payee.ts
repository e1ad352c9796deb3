/**
 * Payee of an approved payment: the holder, the account and the text of the transfer. Whoever may confirm the payment
 * makes it at the bank, and reads the whole account; everybody else reads its last digits.
 */
import type { DocumentType } from '#features/documents/rules.ts'
import { longestRemittance, sepaText } from '#features/executions/rules/credit-transfer.ts'
import type { ExecutionRefusal, ExecutionVerb } from '#features/executions/rules.ts'
import type { Abilities } from '#kernel/refusal.ts'

/** Permission to read the payee: it comes and goes with the permission to confirm the payment. */
export const mayReadPayee = (
  type: DocumentType,
  { confirm }: Abilities<ExecutionVerb, ExecutionRefusal>,
): boolean => type === 'gasto' && confirm === true

type Named = { readonly id: string; readonly name: string; readonly invoiceNumber: string | null }

type NamedNote = Pick<Named, 'id' | 'invoiceNumber'>

/** Text that travels with a payment: its order, the invoice, the credit notes that reduce it and what is paid. */
export const remittance = ({ id, name, invoiceNumber }: Named, notes: readonly NamedNote[] = []): string => {
  const named = notes.map(note => note.invoiceNumber ?? note.id).join(', ')
  const reduced = notes.length === 0 ? [] : [`menos ${notes.length === 1 ? 'abono' : 'abonos'} ${named}`]
  return [id, ...(invoiceNumber === null ? [] : [`Fra. ${invoiceNumber}`]), ...reduced, name].join(' ')
}

/** The same text in the letters that every bank takes, to be typed into a transfer. */
export const concept = (document: Named): string => sepaText(remittance(document), longestRemittance)
