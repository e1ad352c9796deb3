// Accounts and tax ids of nobody else: providers that share an account need a reason, and none share a tax id.
import { doubtTaxId } from '../../src/kernel/tax-id.ts'

/** A German one that no journey has used, as it is printed. */
export function anotherAccount(): string {
  const bban = Array.from(crypto.getRandomValues(new Uint8Array(18)), byte => byte % 10).join('')
  const check = 98n - (BigInt(`${bban}131400`) % 97n)
  return `DE${String(check).padStart(2, '0')}${bban}`.replace(/(.{4})(?=.)/g, '$1 ')
}

/** NIF of an organisation that no other supplier of a journey has. */
export function anotherTaxId(): string {
  const figures = String(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0)
    .padStart(7, '0')
    .slice(-7)
  const candidates = [...'0123456789'].map(control => `B${figures}${control}`)
  return candidates.find(id => doubtTaxId(id) === null) ?? ''
}
