/** Typed access to the environment. An empty value counts as unset, as in most process managers. */
import { PrivateJwk } from '#server/auth/private-jwk.ts'
import { isNetwork } from '#server/http/reach.ts'

/** A wrong setting, in one line that is safe to print: it names the setting, never a value that could be a secret. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

export class Settings {
  readonly #values: Record<string, string | undefined>

  constructor(values: Record<string, string | undefined>) {
    this.#values = values
  }

  text(name: string): string | null {
    return this.#values[name]?.trim() || null
  }

  choice<T extends string>(name: string, allowed: readonly T[]): T | null {
    const given = this.text(name)
    if (given === null) return null
    const found = allowed.find(option => option === given)
    if (found === undefined) throw new ConfigError(`${name} must be one of ${allowed.join(', ')}`)
    return found
  }

  flag(name: string): boolean | null {
    const given = this.choice(name, ['1', 'true', '0', 'false'])
    return given === null ? null : given === '1' || given === 'true'
  }

  port(name: string): number | null {
    return this.#number(name, 65_535, 'a port number (0 to 65535)')
  }

  upTo(name: string, most: number): number | null {
    return this.#number(name, most, `a number from 0 to ${most}`)
  }

  origin(name: string): string | null {
    const given = this.text(name)
    return given === null ? null : originFrom(name, given)
  }

  /** Origins, separated by commas. */
  origins(name: string): readonly string[] {
    return this.#list(name).map(given => originFrom(name, given))
  }

  /** Absolute URLs that serve as prefixes, separated by commas. */
  addresses(name: string): readonly string[] {
    return this.#list(name).map(given => addressFrom(name, given))
  }

  /** Networks in digits (`10.20.0.0/16`), separated by commas. */
  networks(name: string): readonly string[] {
    const given = this.#list(name)
    if (!given.every(isNetwork))
      throw new ConfigError(`${name} must name networks like 10.20.0.0/16,fd00:20::/32`)
    return given
  }

  databaseUrl(name: string): string | null {
    const given = this.text(name)
    if (given === null) return null
    const url = URL.parse(given)
    if (!url || !['postgres:', 'postgresql:'].includes(url.protocol) || !url.hostname || !url.username)
      throw new ConfigError(`${name} must look like postgres://user:password@host:5432/database`)
    return given
  }

  smtpUrl(name: string): string | null {
    const given = this.text(name)
    if (given === null) return null
    const url = URL.parse(given)
    if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || !url.hostname || /^\/./.test(url.pathname))
      throw new ConfigError(`${name} must look like smtp://user:password@host:587 or smtps://…`)
    return given
  }

  /** A sender: `avisos@visto.example` or `Visto Bueno <avisos@visto.example>`. */
  mailbox(name: string): string | null {
    const given = this.text(name)
    if (given !== null && !/^([^<>"\r\n]+ )?<?[^\s<>@",]+@[^\s<>@",]+>?$/.test(given))
      throw new ConfigError(`${name} must look like Visto Bueno <avisos@visto-bueno.example>`)
    return given
  }

  /** A contact: `mailto:seguridad@visto.example` or an https page. */
  contact(name: string): string | null {
    const given = this.text(name)
    if (given !== null && !/^(mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s]+)$/.test(given))
      throw new ConfigError(`${name} must look like mailto:seguridad@visto-bueno.example or https://…`)
    return given
  }

  /** The address of a bucket: `https://s3.example.com/bucket`, or with the bucket in the name of the host. */
  bucketUrl(name: string): string | null {
    const given = this.text(name)
    if (given === null) return null
    const url = URL.parse(given)
    const isPlain = url && isHttp(url) && !url.username && !url.password && !/[\\?#\s]/.test(given)
    if (!isPlain || !/^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9]\/?)?$/.test(url.pathname))
      throw new ConfigError(
        `${name} must look like https://s3.example.com/bucket or https://bucket.s3.example.com`,
      )
    return url.href.replace(/\/$/, '')
  }

  /** An address of http or https to which paths are added. */
  endpoint(name: string): string | null {
    const given = this.text(name)
    if (given === null) return null
    const url = URL.parse(given)
    if (!url || !isHttp(url) || url.username || url.search || url.hash)
      throw new ConfigError(`${name} must look like https://collector.example:4318`)
    return given
  }

  /** Headers as `name=value,name=value`, values percent-encoded. */
  headers(name: string): Readonly<Record<string, string>> {
    const pairs = this.#list(name).map(pair => /^([\w-]+)=((?:[^%\r\n]|%[0-9a-f]{2})*)$/i.exec(pair))
    const read = pairs.map(pair => [pair?.[1] ?? '', decoded(pair?.[2] ?? '')] as const)
    if (read.some(([header, value]) => header === '' || value === null))
      throw new ConfigError(`${name} must look like api-key=…,other=…`)
    return Object.fromEntries(read.map(([header, value]) => [header, value ?? '']))
  }

  /** A share from 0 to 1, as `0.1`. */
  share(name: string): number | null {
    const given = this.text(name)
    if (given === null) return null
    if (!/^(0|1|0?\.\d{1,6}|1\.0{1,6})$/.test(given))
      throw new ConfigError(`${name} must be a number from 0 to 1`)
    return Number(given)
  }

  /** Address of a clamd: the path of its socket, or `host:port`. */
  scanner(name: string): { readonly path: string } | { readonly host: string; readonly port: number } | null {
    const given = this.text(name)
    if (given === null) return null
    if (given.startsWith('/')) return { path: given }
    const [, host, port] = /^\[?([^\s/[\]]+?)\]?:(\d{1,5})$/.exec(given) ?? []
    if (!host || Number(port) < 1 || Number(port) > 65_535)
      throw new ConfigError(
        `${name} must be the path of clamd's socket, as /run/clamav/clamd.ctl, or host:port`,
      )
    return { host, port: Number(port) }
  }

  /** Secrets of a list, one on each line or separated by commas, or the one of the other setting. */
  secrets(listName: string, oneName: string): readonly string[] {
    const list = this.text(listName)
    const one = this.text(oneName)
    if (list !== null && one !== null) throw new ConfigError(`set ${listName} or ${oneName}, not both`)
    const given =
      list === null ? [one ?? ''] : list.split(list.includes('\n') ? '\n' : ',').map(item => item.trim())
    const secrets = given.filter(item => item !== '')
    if (new Set(secrets).size < secrets.length) throw new ConfigError(`${listName} names a secret twice`)
    return secrets
  }

  /** Passwords as they stand in an address, by commas or on a line each. */
  passwords(name: string): readonly string[] {
    const given = this.text(name)?.split(/[\s,]+/) ?? []
    if (!given.every(isEncoded))
      throw new ConfigError(`${name} must name passwords as they stand in an address, percent-encoded`)
    return given
  }

  privateJwk(name: string): PrivateJwk | null {
    const given = this.text(name)
    if (given === null) return null
    const parsed = PrivateJwk.safeParse(parseJson(given))
    if (!parsed.success) throw new ConfigError(`${name} must be a private ES256 key as a JSON Web Key`)
    return parsed.data
  }

  #number(name: string, most: number, what: string): number | null {
    const given = this.text(name)
    if (given === null) return null
    if (!/^\d{1,5}$/.test(given) || Number(given) > most) throw new ConfigError(`${name} must be ${what}`)
    return Number(given)
  }

  #list(name: string): readonly string[] {
    const given = this.text(name)?.split(',') ?? []
    return given.map(item => item.trim()).filter(item => item !== '')
  }
}

function originFrom(name: string, given: string): string {
  const trimmed = given.replace(/\/$/, '')
  const url = URL.parse(trimmed)
  if (!url || !isHttp(url) || url.origin !== trimmed.toLowerCase())
    throw new ConfigError(`${name} must be an origin such as https://visto-bueno.example, without a path`)
  return url.origin
}

function addressFrom(name: string, given: string): string {
  const url = URL.parse(given)
  const isPlain = url && isHttp(url) && !url.username && !url.password && !/[\\?#\s]/.test(given)
  if (!isPlain) throw new ConfigError(`${name} must be addresses such as https://app.example/entrada`)
  return url.href
}

const isHttp = (url: URL) => url.protocol === 'http:' || url.protocol === 'https:'

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Percent-encoded text as it was; null when that is no text. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

function isEncoded(text: string): boolean {
  try {
    return decodeURIComponent(text) !== '' && !/[/@:?#]/.test(text)
  } catch {
    return false
  }
}
