/** Payment terms in words. */
import { lawfulDays, type PaymentTerms } from '#features/providers/rules/payment-terms.ts'

/** 'a 30 días', '50 % a 30 días y 50 % a 60 días, los días 10 y 25'. */
export function paymentTermsText({ parts, payDays }: PaymentTerms): string {
  const [only] = parts
  const when =
    parts.length === 1 && only
      ? daysText(only.days)
      : listed(parts.map(({ share, days }) => `${percentText(share)} ${daysText(days)}`))
  if (payDays.length === 0) return when
  return `${when}, ${payDays.length === 1 ? 'el día' : 'los días'} ${listed(payDays.map(String))}`
}

const daysText = (days: number): string =>
  days === 0 ? 'al contado' : `a ${days} ${days === 1 ? 'día' : 'días'}`

const percentText = (share: number): string =>
  `${new Intl.NumberFormat('es-ES', { maximumFractionDigits: 2 }).format(share / 100)} %`

const listed = (items: readonly string[]): string =>
  new Intl.ListFormat('es', { style: 'long', type: 'conjunction' }).format(items)

/** Sentence on terms longer than the law's. Source: Ley 3/2004, de 29 de diciembre, article 4. */
export const beyondLawText = `Más de ${lawfulDays} días: entre empresas, la Ley 3/2004 (art. 4) no admite plazos de pago más largos.`
