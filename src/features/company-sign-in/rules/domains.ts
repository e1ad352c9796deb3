/** Domains of mail that a company says are its own, and how it shows it. */
import { type Refusal, refuse } from '#kernel/refusal.ts'

/** Most domains of a company. */
export const maxDomains = 20

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const shape = new RegExp(`^(?:${label}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$`)

/** A domain as it is compared: lower case, without the final dot. Null for any other text. */
export function domainFrom(text: string): string | null {
  const domain = text.trim().toLowerCase().replace(/^@/, '').replace(/\.$/, '')
  return domain.length <= 253 && shape.test(domain) ? domain : null
}

/** Domain of a mail address; null for a text that is none. */
export function mailDomain(email: string): string | null {
  const at = email.lastIndexOf('@')
  return at < 1 ? null : domainFrom(email.slice(at + 1))
}

/** Domains at which anybody has an address: no company's, whoever says so. */
const publicDomains: ReadonlySet<string> = new Set(
  `gmail.com googlemail.com outlook.com outlook.es hotmail.com hotmail.es live.com live.es msn.com yahoo.com yahoo.es
  ymail.com icloud.com me.com mac.com aol.com proton.me protonmail.com pm.me gmx.com gmx.es gmx.net gmx.de web.de mail.com
  zoho.com yandex.com yandex.ru mail.ru terra.es telefonica.net movistar.es orange.es orange.fr ono.com wanadoo.es
  free.fr laposte.net libero.it tutanota.com tuta.com fastmail.com hey.com duck.com qq.com 163.com`.split(
    /\s+/,
  ),
)

export const isOfAnybody = (domain: string): boolean => publicDomains.has(domain)

export const mayAddDomain = (
  domain: string,
  existing: readonly string[],
): true | Refusal<'public_domain' | 'domain_known' | 'too_many_domains'> => {
  if (isOfAnybody(domain)) return refuse('public_domain')
  if (existing.includes(domain)) return refuse('domain_known')
  return existing.length < maxDomains ? true : refuse('too_many_domains', { most: maxDomains })
}

/** Name and value of the DNS record (TXT) that shows that a domain is the company's. */
export const domainRecord = (domain: string, token: string) => ({
  name: `_visto-bueno-verificacion.${domain}`,
  value: `visto-bueno-verificacion=${token}`,
})
