/** Amounts and days by which a list of orders is filtered, as its form holds them: texts that may be no value yet. */
import { amountFromTyped } from '#features/documents/rules/typed-amount.ts'
import { dayFrom } from '#kernel/day.ts'

const amountNames = ['amountFrom', 'amountTo'] as const
const ranges = [
  ['createdFrom', 'createdTo'],
  ['approvedFrom', 'approvedTo'],
  ['invoicedFrom', 'invoicedTo'],
  ['dueFrom', 'dueTo'],
  ['executedFrom', 'executedTo'],
] as const

/** Text of each amount and day, empty when its filter is not set. */
export type TypedFilters = {
  readonly [name in (typeof amountNames)[number] | (typeof ranges)[number][number]]: string
}

export type FilterProblems = { readonly [name in keyof TypedFilters]?: string }

/** Message for each field whose text is no valid value; a field without a problem is absent. */
export function problemsIn(draft: TypedFilters): FilterProblems {
  const amounts = amountNames
    .filter(name => draft[name].trim() !== '' && amountFromTyped(draft[name]) === null)
    .map(name => [name, 'Escribe un monto como 1.234,56'] as const)
  const days = ranges
    .flat()
    .filter(name => draft[name] !== '' && dayFrom(draft[name]) === null)
    .map(name => [name, 'Fecha no válida (dd/mm/aaaa)'] as const)
  const reversed = ranges
    .filter(([from, to]) => dayFrom(draft[from]) && dayFrom(draft[to]) && draft[to] < draft[from])
    .map(([, to]) => [to, 'Es anterior al primer día'] as const)
  return Object.fromEntries([...amounts, ...days, ...reversed])
}
