import { overrunPolicyLabel } from '#features/companies/text.ts'
import type { OverrunPolicy } from '#features/contracts/rules.ts'
import { type Currency, money, moneyText, parseMoney } from '#kernel/money.ts'

export const overrunPolicyNote: { readonly [policy in OverrunPolicy]: string } = {
  avisar: 'se avisa a quien pide y a quien aprueba',
  bloquear: 'el pedido no se puede enviar',
}

/** The company's own policy first: it is chosen by choosing none. */
export function overrunChoices(companyPolicy: OverrunPolicy): { value: string; label: string }[] {
  const said = (policy: OverrunPolicy) => `${overrunPolicyLabel[policy]}: ${overrunPolicyNote[policy]}`
  return [
    { value: '', label: `Lo que diga la empresa (${overrunPolicyLabel[companyPolicy].toLowerCase()})` },
    { value: 'avisar', label: said('avisar') },
    { value: 'bloquear', label: said('bloquear') },
  ]
}

/** The amount that reads the same in another currency, which may have other decimals; '' when there is none. */
export function sameText(minor: string, from: Currency, to: Currency): string {
  const amount = minor === '' ? 'empty' : parseMoney(moneyText(money(BigInt(minor), from)), to)
  return typeof amount === 'string' ? '' : amount.minor.toString()
}
