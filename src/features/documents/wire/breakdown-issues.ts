/** Sentences about a breakdown that does not add up: which line, and by how much. */
import type { BreakdownFault, BreakdownProblem } from '#features/documents/rules/breakdown.ts'

const beyond = (offMinor: bigint, amount: string): string =>
  `${offMinor > 0n ? 'sobran' : 'faltan'} ${amount}`

const words: {
  readonly [fault in BreakdownFault]: (line: string, off: string, problem: BreakdownProblem) => string
} = {
  does_not_add_up: (_, off, { offMinor }) =>
    `El desglose no suma el total de la factura: ${beyond(offMinor, off)}.`,
  tax_off_rate: (line, off, { offMinor }) =>
    `${line}: el impuesto no es el de su base y su tipo, ${beyond(offMinor, off)}.`,
  exempt_with_tax: line => `${line}: lo exento no lleva tipo ni impuesto.`,
  surcharge_without_line: line => `${line}: el recargo lleva la misma base que su línea de IVA.`,
  nothing_to_charge: () => 'Las bases y los suplidos deben sumar más que cero.',
  withheld_off_rate: (_, off, { offMinor }) =>
    `La retención no es la de su base y su tipo: ${beyond(offMinor, off)}.`,
  withholding_above_base: (_, off) => `La base de la retención supera las bases del desglose en ${off}.`,
  rounding_too_large: () => 'El redondeo es demasiado grande.',
  nothing_to_pay: () => 'Con la retención y los anticipos no queda nada que pagar.',
}

/** Sentence about what does not add up. `amountText`: words for a number of minor units above zero. */
export function breakdownIssue(problem: BreakdownProblem, amountText: (minor: bigint) => string): string {
  const [list, index] = problem.path
  const line = list === 'taxLines' ? `Línea ${Number(index) + 1}` : ''
  const off = problem.offMinor < 0n ? -problem.offMinor : problem.offMinor
  return words[problem.fault](line, amountText(off), problem)
}
