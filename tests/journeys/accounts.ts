// An account of nobody else: providers that share one need a reason.

/** A German one that no journey has used, as it is printed. */
export function anotherAccount(): string {
  const bban = Array.from(crypto.getRandomValues(new Uint8Array(18)), byte => byte % 10).join('')
  const check = 98n - (BigInt(`${bban}131400`) % 97n)
  return `DE${String(check).padStart(2, '0')}${bban}`.replace(/(.{4})(?=.)/g, '$1 ')
}
