/**
 * Companies that people make for themselves, where the operator allows it (SELF_SIGNUP). A request changes nothing; the
 * company comes to exist when the request is confirmed from the mail with the password that was chosen in it, so that
 * whoever reads the mails without having asked, and whoever asked without reading the mails, make nothing.
 */
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { fold } from '#kernel/text.ts'

export type OwnCompanyRefusal =
  | 'too_many_mails'
  | 'too_many_tries'
  | 'companies_exhausted'
  | 'request_ended'
  | 'wrong_password'
  | 'account_exists'

const hour = 3_600_000

/** Lifetime of a request. */
export const requestLifetimeMs = 24 * hour

/** Time for which a confirmed request is kept, to count the companies of a day. */
export const confirmedKeptMs = 30 * 24 * hour

/** Beginning of the 24 hours whose new companies count against the operator's limit. */
export const countedSince = (now: Date): Date => new Date(now.getTime() - 24 * hour)

/** Beginning of the seven days whose new companies the platform's dashboard counts. */
export const recentSince = (now: Date): Date => new Date(now.getTime() - 7 * 24 * hour)

/** Permission to make one more company: the operator allows so many within 24 hours. */
export function mayOpenOneMore(
  opened: number,
  perDay: number,
): true | Refusal<Extract<OwnCompanyRefusal, 'companies_exhausted'>> {
  return opened < perDay ? true : refuse('companies_exhausted')
}

/** Names that would pass for the platform or its people. */
const reserved = [
  'admin',
  'administracion',
  'administrador',
  'ayuda',
  'moderador',
  'plataforma',
  'root',
  'saas',
  'seguridad',
  'sistema',
  'soporte',
  'soporte tecnico',
  'support',
]

/** The product's name, which no name may contain. */
const reservedWithin = 'vistobueno'

const letters = (text: string): string =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** True when a name could be mistaken for the platform's. */
export function isReserved(name: string): boolean {
  const typed = letters(name)
  return reserved.includes(typed) || typed.replaceAll(' ', '').includes(reservedWithin)
}

/** True for a name with an address in it: names stand in mails to others, and must lead nowhere. */
export const hasAddress = (name: string): boolean =>
  /:\/\/|www\.|@|\p{L}\.(com|net|org|info|biz|xyz|top|site|online|shop|link|click|app|dev|io|co|es|eu|ru|cn|me|ly)(?![\p{L}])/iu.test(
    name,
  )

/** True for a name with at least two letters or figures. */
export const hasTwoLetters = (name: string): boolean => (name.match(/[\p{L}\p{N}]/gu) ?? []).length >= 2
