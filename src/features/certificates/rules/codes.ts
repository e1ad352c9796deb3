/** The code on a Constancia: 128 random bits in letters that are not mistaken for others, so that people can type it from paper. */

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 26

/** A code from sixteen random bytes: 26 letters, in groups: `7K3M9-…`. */
export function encodeCode(bytes: Uint8Array): string {
  const bits = [...bytes].map(byte => byte.toString(2).padStart(8, '0')).join('')
  const whole = bits.padEnd(length * 5, '0')
  const text = Array.from({ length }, (_, at) => letters[Number.parseInt(whole.slice(at * 5, at * 5 + 5), 2)])
  return [0, 5, 10, 15, 20].map(at => text.slice(at, at === 20 ? length : at + 5).join('')).join('-')
}

/** The canonical form of a typed code: without spaces and hyphens, O, I and L read as the digits they resemble. */
export function canonicalCode(text: string): string {
  return text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
}
