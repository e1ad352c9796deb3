/** Letters to a provider: the advice of what was paid, and word of what came back. They name no client and no person. */
import { documentAddress, maxLines, muteHint } from '#features/notices/text/letters.ts'
import type { Role } from '#kernel/actor.ts'
import { formatDay } from '#kernel/day.ts'
import type { Letter, LetterFact } from '#kernel/letter.ts'
import { add, formatMoney, type Money, money } from '#kernel/money.ts'

/** Somebody of the provider; a role of null is the provider's own address, of nobody who signs in. */
export type Payee = { readonly email: string; readonly name: string; readonly role: Role | null }

export type ToldPayment = {
  /** Name of the company that pays. */
  readonly companyName: string
  /** Id of the order. */
  readonly id: string
  readonly projectId: string
  readonly name: string
  readonly invoiceNumber: string | null
  /** `yyyy-mm-dd`, as the days that follow. */
  readonly invoiceDate: string | null
  /** Amount that the bank moved. */
  readonly amount: Money
  /** Credit notes that were netted against the payment, by number, and what they took of it; null for none. */
  readonly netted: { readonly creditNotes: string; readonly amount: Money } | null
  /** Number of the payment and how many the order has; null for an order that is paid once. */
  readonly number: number | null
  readonly count: number | null
  readonly executedOn: string
  /** Null for a payment that did not come back. */
  readonly returnedOn: string | null
  readonly reference: string
  /** Last digits of the account: '…1332'; null where the order has no account. */
  readonly accountEnd: string | null
}

type Outcome = 'paid' | 'unpaid'

const words = {
  paid: {
    kind: 'remittance',
    one: 'Pago',
    many: 'pagos',
    said: (company: string) => `${company} ha pagado lo siguiente.`,
  },
  unpaid: {
    kind: 'payment_returned',
    one: 'Pago devuelto por el banco',
    many: 'pagos devueltos por el banco',
    said: (company: string) =>
      `El banco ha devuelto a ${company} lo siguiente, que no ha quedado en la cuenta.`,
  },
} as const

/** Letter about one or several payments of one company; `made` is not empty. */
export function remittanceLetter(
  payee: Payee,
  outcome: Outcome,
  made: readonly ToldPayment[],
  origin: string,
): Letter {
  const [first] = made
  if (!first) throw new Error('a letter about no payment')
  const { kind, said } = words[outcome]
  const isOne = made.length === 1
  return {
    to: payee.email,
    kind,
    greeting: `Hola, ${payee.name}:`,
    subject: isOne ? subjectOfOne(outcome, first) : subjectOfMany(outcome, made, first.companyName),
    paragraphs: [said(first.companyName), ...(isOne || payee.role !== null ? [] : listed(made, outcome))],
    ...(isOne ? { facts: factsOfOne(first) } : itemsFor(payee, made, outcome, origin)),
    ...(isOne && actionFor(payee, first, origin)),
    after: [...unlisted(made), closing(payee, first.companyName)],
  }
}

const subjectOfOne = (outcome: Outcome, payment: ToldPayment): string =>
  `${words[outcome].one}${partText(payment)} de ${payment.companyName}: ${formatMoney(payment.amount)} · ${payment.name} (${payment.id})`

function subjectOfMany(outcome: Outcome, made: readonly ToldPayment[], companyName: string): string {
  const sums = [...Map.groupBy(made, ({ amount }) => amount.currency)].map(([currency, alike]) =>
    formatMoney(
      money(
        alike.reduce((sum, { amount }) => sum + amount.minor, 0n),
        currency,
      ),
    ),
  )
  return `${made.length} ${words[outcome].many} de ${companyName}: ${sums.join(' + ')}`
}

const partText = ({ number, count }: ToldPayment): string =>
  number === null || count === null ? '' : ` ${number} de ${count}`

const invoiceText = ({ invoiceNumber, invoiceDate }: ToldPayment): string | null =>
  [invoiceNumber, invoiceDate && `del ${formatDay(invoiceDate)}`].filter(Boolean).join(' ') || null

function factsOfOne(payment: ToldPayment): LetterFact[] {
  const { id, name, amount, netted, executedOn, returnedOn, accountEnd, reference } = payment
  const facts: readonly (readonly [string, string | null])[] = [
    ['Concepto', name],
    ['Pedido de Pago', id],
    ['Pago', partText(payment).trim() || null],
    ['Factura', invoiceText(payment)],
    ...(netted === null
      ? []
      : [
          ['Monto bruto', formatMoney(add(amount, netted.amount))] as const,
          ['Abonos compensados', `${netted.creditNotes}: −${formatMoney(netted.amount)}`] as const,
        ]),
    [netted === null ? 'Monto' : 'Monto neto', formatMoney(amount)],
    ['Fecha', formatDay(executedOn)],
    ['Devuelto el', returnedOn && formatDay(returnedOn)],
    ['Cuenta', accountEnd && `terminada en ${accountEnd}`],
    ['Referencia', reference],
  ]
  return facts.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]))
}

/** Payment in one line. */
function lineText(payment: ToldPayment, outcome: Outcome): string {
  const { id, name, amount, netted, executedOn, returnedOn, accountEnd, reference } = payment
  const invoice = invoiceText(payment)
  const day =
    outcome === 'unpaid' && returnedOn ? `devuelto el ${formatDay(returnedOn)}` : formatDay(executedOn)
  return [
    `${name} (${id})`,
    payment.number === null ? null : `pago${partText(payment)}`,
    invoice && `factura ${invoice}`,
    formatMoney(amount),
    netted && `neto de abonos (${netted.creditNotes}: −${formatMoney(netted.amount)})`,
    day,
    accountEnd && `cuenta terminada en ${accountEnd}`,
    `referencia ${reference}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

const listed = (made: readonly ToldPayment[], outcome: Outcome): string[] =>
  made.slice(0, maxLines).map(payment => lineText(payment, outcome))

const unlisted = (made: readonly ToldPayment[]): string[] =>
  made.length > maxLines ? [`Y ${made.length - maxLines} más.`] : []

/** Lines that lead to their orders, for somebody who signs in. */
function itemsFor(
  { role, ...payee }: Payee,
  made: readonly ToldPayment[],
  outcome: Outcome,
  origin: string,
): Pick<Letter, 'items'> {
  if (role === null) return {}
  return {
    items: made.slice(0, maxLines).map(payment => ({
      text: lineText(payment, outcome),
      url: documentAddress({ ...payee, role }, payment, origin),
    })),
  }
}

const actionFor = (
  { role, ...payee }: Payee,
  payment: ToldPayment,
  origin: string,
): Pick<Letter, 'action'> =>
  role === null
    ? {}
    : { action: { label: 'Ver el pedido', url: documentAddress({ ...payee, role }, payment, origin) } }

const closing = ({ role }: Payee, companyName: string): string =>
  role === null ? `Recibes este correo porque ${companyName} te tiene como proveedor.` : muteHint
