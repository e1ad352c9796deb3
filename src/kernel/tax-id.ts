/**
 * Spanish tax ids: NIF and NIE of people, NIF of organisations (the former CIF), by their check character. A foreign id
 * that looks like one is told apart by the code of its country before it.
 */

/** Doubt about a tax id: its check character is wrong, or it has no Spanish form and may be foreign. */
export type TaxIdDoubt = 'wrong' | 'foreign'

/** The doubt about a tax id as people type it; null for a sound one and for nothing. Capitals and signs make no difference. */
export function doubtTaxId(text: string): TaxIdDoubt | null {
  const id = text
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^ES(?=.{9}$)/, '')
  if (id === '') return null
  const person = /^([XYZ]|\d)(\d{7})([A-Z])$/.exec(id)
  if (person) {
    const [, first = '', digits = '', letter = ''] = person
    const number = Number(first.replace('X', '0').replace('Y', '1').replace('Z', '2') + digits)
    return personLetters[number % 23] === letter ? null : 'wrong'
  }
  const organisation = /^([ABCDEFGHJKLMNPQRSUVW])(\d{7})([A-J0-9])$/.exec(id)
  if (!organisation) return 'foreign'
  const [, kind = '', digits = '', check = ''] = organisation
  const control = organisationControl(digits)
  const letter = 'JABCDEFGHI'[control]
  const expected = withLetter.has(kind)
    ? [letter]
    : withDigit.has(kind)
      ? [`${control}`]
      : [letter, `${control}`]
  return expected.includes(check) ? null : 'wrong'
}

/** Message at the field of a tax id whose check character is wrong. */
export const wrongTaxIdMessage =
  'La letra o cifra de control no cuadra. Si es extranjero, escribe delante el código de su país.'

const personLetters = 'TRWAGMYFPDXBNJZSQVHLCKE'
const withLetter = new Set('KLMNPQRSW')
const withDigit = new Set('ABEH')

/** Digits at odd places count double, with the digits of the double added up. */
function organisationControl(digits: string): number {
  const sum = [...digits].reduce((total, digit, index) => {
    const doubled = Number(digit) * 2
    return total + (index % 2 === 0 ? Math.floor(doubled / 10) + (doubled % 10) : Number(digit))
  }, 0)
  return (10 - (sum % 10)) % 10
}
