/**
 * Layout of an excerpt: one line of the bank on a page of its own, which proves an execution without the rest of the
 * statement. Whoever sees the order reads it, its provider too: accounts are told by their
 * endings, and of a line that paid several orders no amount.
 */
import type { Excerpt } from '#features/bank/text/excerpt.ts'
import { formatDay } from '#kernel/day.ts'
import { ibanTail } from '#kernel/iban.ts'
import { formatMoney, moneyFromText } from '#kernel/money.ts'
import { currencyFrom } from '#kernel/wire.ts'
import type { LabelledText, Paper } from '#server/pdf/paper.ts'

export function excerptPaper(excerpt: Excerpt, product: string): Paper {
  const { companyName, isSample, file, place, part, bookedOn } = excerpt
  const of = part === null ? '' : `, parte ${part.number} de ${part.count}`
  return {
    title: 'Movimiento del banco',
    subtitle: excerpt.isJoint ? formatDay(bookedOn) : `${formatDay(bookedOn)} · ${amountText(excerpt)}`,
    author: companyName,
    product,
    stamp: isSample ? 'EJEMPLO SIN VALOR' : 'EXTRACTO',
    footer: `Línea ${place} · SHA-256 ${file.sha256.slice(0, 16)}…`,
    madeAt: new Date(excerpt.at),
    blocks: [
      { kind: 'lines', lines: rows(excerpt) },
      { kind: 'heading', text: 'De dónde sale' },
      {
        kind: 'lines',
        lines: [
          ['Línea del archivo', `${place}${of}`],
          ['SHA-256 del archivo', file.sha256],
        ],
      },
      {
        kind: 'note',
        text: 'Reproduce una sola línea del archivo que dio el banco. La empresa conserva el archivo entero.',
      },
    ],
  }
}

const amountText = ({ amountMinor, currency }: Excerpt): string =>
  formatMoney(moneyFromText(amountMinor, currencyFrom(currency)), true)

function rows(excerpt: Excerpt): LabelledText[] {
  const { account, bookedOn, valueOn, counterparty, text, endToEndId, bankReference } = excerpt
  const all: readonly (readonly [string, string | null])[] = [
    ['Cuenta', ibanTail(account)],
    ['Fecha', formatDay(bookedOn)],
    ['Fecha valor', valueOn === null ? null : formatDay(valueOn)],
    ['Monto', excerpt.isJoint ? 'Cargo conjunto de varios pagos' : amountText(excerpt)],
    ['Contraparte', counterparty.name],
    ['Cuenta de la contraparte', counterparty.iban === null ? null : ibanTail(counterparty.iban)],
    ['Texto del banco', text || null],
    ['Identificador del pago', endToEndId],
    ['Referencia del banco', bankReference],
  ]
  return all.flatMap(([label, said]) => (said === null ? [] : [[label, said] as const]))
}
