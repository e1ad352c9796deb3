/**
 * Settings of the server that need no session. Parsed by hand and not by their schema: the sign-in screen is the
 * first thing a person loads and does without the schema library.
 */
export type DemoAccount = { label: string; email: string; password: string }

/** Accounts to try the product with; none outside demo mode. */
export async function demoAccounts(): Promise<readonly DemoAccount[]> {
  const settings = await readSettings()
  return has(settings, 'demo') && settings.demo === true && has(settings, 'demoAccounts')
    ? list(settings.demoAccounts).filter(isAccount)
    : []
}

/** True where people make companies for themselves. */
export async function offersCompanies(): Promise<boolean> {
  const settings = await readSettings()
  return has(settings, 'selfSignup') && settings.selfSignup === true
}

/** Whom people turn to who cannot work: `mailto:` or an https page; null where the operator names nobody. */
export async function supportContact(): Promise<string | null> {
  const settings = await readSettings()
  const contact = has(settings, 'supportContact') ? settings.supportContact : null
  return typeof contact === 'string' && /^(mailto|https):/.test(contact) ? contact : null
}

let request: Promise<unknown> | undefined

/** The server's answer, asked for once; null when there is none. */
function readSettings(): Promise<unknown> {
  request ??= fetch('/api/meta')
    .then(answer => answer.json())
    .catch(() => {
      request = undefined
      return null
    })
  return request
}

function isAccount(value: unknown): value is DemoAccount {
  return ['label', 'email', 'password'].every(name => has(value, name) && typeof value[name] === 'string')
}

function has<Name extends string>(value: unknown, name: Name): value is { [name in Name]: unknown } {
  return typeof value === 'object' && value !== null && name in value
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
