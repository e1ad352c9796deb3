/**
 * Passwords that the program's roles are about to have. A role has one password, which changes for all nodes at once; a
 * node that knows the next one beside the present one opens connections before and after.
 */
import pg from 'pg'

/** The address with the password that the database takes; the first where it takes none, which then says why. */
export async function addressThatOpens(url: string, nextPasswords: readonly string[]): Promise<string> {
  if (nextPasswords.length === 0) return url
  for (const address of addresses(url, nextPasswords)) if (await opens(address)) return address
  return url
}

/** Passwords are as they stand in an address: special characters percent-encoded. */
const addresses = (url: string, passwords: readonly string[]): readonly string[] => [
  url,
  ...passwords.map(password => Object.assign(new URL(url), { password }).href),
]

/** A client that asks, before it says its password, which one the database takes now. */
export function clientOfEither(url: string, nextPasswords: readonly string[]): new () => pg.Client {
  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      const value = async () => passwordIn(await addressThatOpens(url, nextPasswords))
      Object.defineProperty(this, 'password', { value, writable: true, configurable: true })
    }
  }
}

const passwordIn = (url: string): string => decodeURIComponent(new URL(url).password)

async function opens(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
