/** The code on a Constancia: 128 bits of chance in letters that nobody mistakes, so that it can be typed from paper. */

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 26

/** `7K3M9-…`: sixteen random bytes as 26 letters, in groups. */
export function codeOf(bytes: Uint8Array): string {
  const bits = [...bytes].map(byte => byte.toString(2).padStart(8, '0')).join('')
  const whole = bits.padEnd(length * 5, '0')
  const text = Array.from({ length }, (_, at) => letters[Number.parseInt(whole.slice(at * 5, at * 5 + 5), 2)])
  return [0, 5, 10, 15, 20].map(at => text.slice(at, at === 20 ? length : at + 5).join('')).join('-')
}

/** As it was made, however it was typed: without spaces and hyphens, O and I as the digits they look like. */
export function codeTyped(text: string): string {
  return text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
}
