/**
 * One rule for every password, however it is chosen: eight characters, hard to guess (a hundred million guesses do
 * not reach it), none of the most used, and not what is known of its person. Whoever sends fewer than six is told
 * so in the words of the specification.
 */
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { fold } from '#kernel/text.ts'

export const passwordMinimum = 8
/** What the specification's message about a change speaks of. */
const toldMinimum = 6

/** Of 4, as zxcvbn counts. */
export const passwordScore = 3

/** What the screens say beside the field. */
export const passwordHint = `Al menos ${passwordMinimum} caracteres y difícil de adivinar: varias palabras sueltas sirven.`

/** A password of a new account, or in the place of another one. */
export type PasswordUse = 'account' | 'change'

/** The number of characters that somebody with too few is told; null for enough. */
export function lengthAsked(password: string, use: PasswordUse): number | null {
  const length = [...password].length
  if (length >= passwordMinimum) return null
  return use === 'change' && length < toldMinimum ? toldMinimum : passwordMinimum
}

export const lengthMessage = (minimum: number): string =>
  minimum === toldMinimum
    ? 'La contraseña debe tener al menos 6 caracteres'
    : 'La contraseña debe tener al menos 8 caracteres'

export function soundPassword(password: string, use: PasswordUse): true | Refusal<'weak_password'> {
  const minimum = lengthAsked(password, use)
  return minimum === null ? true : refuse('weak_password', { minimum })
}

/** What everybody knows of whoever chooses a password. */
export type Known = {
  readonly email: string
  readonly name: string
  readonly lastName: string
  /** Companies they belong to, and the product. */
  readonly others: readonly string[]
}

/** Whether a password is something known of its person, with little more around it. */
export function isKnown(password: string, { email, name, lastName, others }: Known): boolean {
  const typed = letters(password)
  const known = [
    email,
    email.split('@')[0] ?? '',
    name,
    lastName,
    name + lastName,
    lastName + name,
    ...others,
  ]
  return known
    .map(letters)
    .some(word => word.length >= 4 && typed.includes(word) && typed.length - word.length <= 3)
}

const letters = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]/gu, '')
