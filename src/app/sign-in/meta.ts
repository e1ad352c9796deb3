/**
 * Facts of the server that need no session. Parsed by hand and not by their schema: the sign-in screen is the
 * first thing a person loads and does without the schema library.
 */
export type DemoAccount = { label: string; email: string; password: string }

/** Accounts to try the product with; none outside demo mode. */
export async function demoAccounts(): Promise<readonly DemoAccount[]> {
  const answer = await meta()
  return has(answer, 'demo') && answer.demo === true && has(answer, 'demoAccounts')
    ? list(answer.demoAccounts).filter(isAccount)
    : []
}

/** True where people make companies for themselves. */
export async function offersCompanies(): Promise<boolean> {
  const answer = await meta()
  return has(answer, 'selfSignup') && answer.selfSignup === true
}

/** Whom people turn to who cannot work: `mailto:` or an https page; null where the operator names nobody. */
export async function supportContact(): Promise<string | null> {
  const answer = await meta()
  const contact = has(answer, 'supportContact') ? answer.supportContact : null
  return typeof contact === 'string' && /^(mailto|https):/.test(contact) ? contact : null
}

let asked: Promise<unknown> | undefined

/** The server's answer, asked for once; null when there is none. */
function meta(): Promise<unknown> {
  asked ??= fetch('/api/meta')
    .then(answer => answer.json())
    .catch(() => {
      asked = undefined
      return null
    })
  return asked
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
