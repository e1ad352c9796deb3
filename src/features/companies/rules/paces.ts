/** Limits on the pace of one person, and on loose files: far above what people do by hand. */
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
  uploads: aMinute(
    'files sent by a person in a minute',
    120,
    'Has subido demasiados archivos en un minuto. Espera un momento y vuelve a intentarlo.',
  ),
} as const

const mebibytes = (count: number) => count * 1024 * 1024

/** Limits of loose files, uploaded but not attached yet: an order holds twenty of ten megabytes. Unused ones are deleted after a day. */
export const loose = {
  filesOfPerson: 100,
  bytesOfPerson: mebibytes(300),
  bytesOfCompany: mebibytes(3000),
} as const

export type LooseFiles = { readonly files: number; readonly bytes: number; readonly bytesOfCompany: number }

/** True when a file of this size may be stored besides the existing loose files. */
export const mayKeepLoose = (existing: LooseFiles, size: number): boolean =>
  existing.files < loose.filesOfPerson &&
  existing.bytes + size <= loose.bytesOfPerson &&
  existing.bytesOfCompany + size <= loose.bytesOfCompany
