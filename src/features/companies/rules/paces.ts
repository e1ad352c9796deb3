/** Limits on the pace of one person, and on files that are attached to nothing: far above what people do by hand. */
import type { Limit } from '#kernel/limit.ts'

const aMinute = (name: string, most: number, words: string): Limit => ({
  name,
  most,
  words,
  windowSeconds: 60,
  isOfAddress: false,
  isOfPace: true,
})

export const paces = {
  orders: aMinute(
    'orders sent by a person in a minute',
    60,
    'Has enviado demasiados pedidos en un minuto. Espera un momento y vuelve a intentarlo.',
  ),
  comments: aMinute(
    'comments of a person in a minute',
    30,
    'Has escrito demasiados comentarios en un minuto. Espera un momento y vuelve a intentarlo.',
  ),
  uploads: aMinute(
    'files sent by a person in a minute',
    120,
    'Has subido demasiados archivos en un minuto. Espera un momento y vuelve a intentarlo.',
  ),
  /** Each is a call to a server that a person names. */
  mailboxTests: aMinute(
    'tests of a mailbox by a person in a minute',
    10,
    'Has probado el buzón demasiadas veces en un minuto. Espera un momento y vuelve a intentarlo.',
  ),
  /** Nobody guesses the 256 random bits of one; an open screen asks again at each change, every two seconds at most. */
  openedLinks: aMinute(
    'links of mails opened by a person in a minute',
    120,
    'Has abierto demasiados enlaces en un minuto. Espera un momento y vuelve a intentarlo.',
  ),
  linkDecisions: aMinute(
    'decisions with links of mails by a person in a minute',
    30,
    'Has decidido con demasiados enlaces en un minuto. Espera un momento y vuelve a intentarlo.',
  ),
} as const

const mebibytes = (count: number) => count * 1024 * 1024

/**
 * Limits of files that are uploaded and not attached yet. An order holds twenty of ten megabytes; those that stay
 * unattached are deleted after a day.
 */
export const unattachedLimits = {
  filesOfPerson: 100,
  bytesOfPerson: mebibytes(300),
  bytesOfCompany: mebibytes(3000),
} as const

export type UnattachedFiles = {
  readonly files: number
  readonly bytes: number
  readonly bytesOfCompany: number
}

/** True when a file of this size may be stored besides the unattached files that exist. */
export const mayKeepUnattached = (existing: UnattachedFiles, size: number): boolean =>
  existing.files < unattachedLimits.filesOfPerson &&
  existing.bytes + size <= unattachedLimits.bytesOfPerson &&
  existing.bytesOfCompany + size <= unattachedLimits.bytesOfCompany
