/**
 * Password rules, equal for every form: at least eight characters, more than a hundred million guesses, none of the
 * most used, and not derived from what is known about the person. A change to fewer than six gets the specification's message.
 */
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { fold } from '#kernel/text.ts'

export const passwordMinimum = 8
/** The minimum in the specification's message about a change of password. */
const minimumInMessage = 6

/** Required strength, of 4, as zxcvbn counts. */
export const passwordScore = 3

/** Hint beside the field. */
export const passwordHint = `Al menos ${passwordMinimum} caracteres y difícil de adivinar: varias palabras sueltas sirven.`

/** The use of a new password: for a new account, or as a change of an existing one. */
export type PasswordUse = 'account' | 'change'

/** The minimum length to name in the message for a short password; null for one that is long enough. */
export function unmetMinimum(password: string, use: PasswordUse): number | null {
  const length = [...password].length
  if (length >= passwordMinimum) return null
  return use === 'change' && length < minimumInMessage ? minimumInMessage : passwordMinimum
}

export const lengthMessage = (minimum: number): string =>
  minimum === minimumInMessage
    ? 'La contraseña debe tener al menos 6 caracteres'
    : 'La contraseña debe tener al menos 8 caracteres'

/** Checks the length alone; strength and likeness to the person's own data are checked by `commands/strong-password`. */
export function checkPasswordLength(password: string, use: PasswordUse): true | Refusal<'weak_password'> {
  const minimum = unmetMinimum(password, use)
  return minimum === null ? true : refuse('weak_password', { minimum })
}

/** Data of the person, which attackers know or guess first. */
export type PersonalData = {
  readonly email: string
  readonly name: string
  readonly lastName: string
  /** Names of the person's companies, and of the product. */
  readonly others: readonly string[]
}

/** True when a password is one of the person's data with at most three more characters. */
export function isBuiltOnPerson(password: string, { email, name, lastName, others }: PersonalData): boolean {
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

/** Letters and digits of a text, without case and accents. */
const letters = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]/gu, '')
