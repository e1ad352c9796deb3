/** Filters of a list of orders as their form holds them: texts, some of which may be no value yet. */
import { amountFromTyped } from '#features/documents/rules/typed-amount.ts'
import { dayFrom } from '#kernel/day.ts'

const names = [
  'project',
  'client',
  'centre',
  'type',
  'state',
  'provider',
  'requester',
  'approver',
  'amountFrom',
  'amountTo',
  'createdFrom',
  'createdTo',
  'approvedFrom',
  'approvedTo',
  'invoicedFrom',
  'invoicedTo',
  'dueFrom',
  'dueTo',
  'executedFrom',
  'executedTo',
  'sort',
] as const

/** Text of each field, empty when its filter is not set. */
export type FilterDraft = { readonly [name in (typeof names)[number]]: string }

export type FilterProblems = { readonly [name in keyof FilterDraft]?: string }

const ranges = [
  ['createdFrom', 'createdTo'],
  ['approvedFrom', 'approvedTo'],
  ['invoicedFrom', 'invoicedTo'],
  ['dueFrom', 'dueTo'],
  ['executedFrom', 'executedTo'],
] as const

/** Message for each field whose text is no valid value; a field without a problem is absent. */
export function problemsIn(draft: FilterDraft): FilterProblems {
  const amounts = (['amountFrom', 'amountTo'] as const)
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
