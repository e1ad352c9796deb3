/**
 * Official client of the identity server. It stores the session in local storage, renews it before it ends and
 * informs other tabs; it loads only when there is a session to read or somebody is about to sign in.
 */
import type { GoTrueClient, Session } from '@supabase/auth-js'

let opening: Promise<GoTrueClient> | null = null

type AuthListener = (event: string, session: Session | null) => void
let authListener: AuthListener = () => {}

/** Sets the listener of every change of the session, from the client's first moment on. */
export function subscribeAuth(listener: AuthListener): void {
  authListener = listener
}

export function authClient(): Promise<GoTrueClient> {
  // A client that failed to load is loaded again at the next call.
  opening ??= open().catch(error => {
    opening = null
    throw error
  })
  return opening
}

export const isOpening = (): boolean => opening !== null

export const storageKey = `sb-${location.hostname.split('.')[0]}-auth-token`

/** Public key that the identity server requires; not a secret. */
const publicKey = 'sb_publishable_visto_bueno'

/** Headers of calls that need no session. */
export const publicHeaders = {
  apikey: publicKey,
  Authorization: `Bearer ${publicKey}`,
  'Content-Type': 'application/json',
}

const authUrl = `${location.origin}/auth/v1`

async function open(): Promise<GoTrueClient> {
  const { GoTrueClient } = await import('@supabase/auth-js')
  const client = new GoTrueClient({
    url: authUrl,
    storageKey,
    headers: { apikey: publicKey, Authorization: `Bearer ${publicKey}` },
    flowType: 'pkce',
    persistSession: true,
    autoRefreshToken: true,
  })
  client.onAuthStateChange((event, session) => authListener(event, session))
  return client
}

/** Call to the identity server that the official client lacks, or makes for its own session alone. */
export async function authFetch(
  path: string,
  { method, bearer, body }: { method: 'POST' | 'PUT'; bearer: string; body: object },
): Promise<{ answer: unknown; failure: null } | { answer: null; failure: FetchFailure }> {
  try {
    const response = await fetch(authUrl + path, {
      method,
      headers: {
        ...publicHeaders,
        Authorization: `Bearer ${bearer}`,
        'X-Supabase-Api-Version': '2024-01-01',
      },
      body: JSON.stringify(body),
    })
    const answer: unknown = await response.json().catch(() => null)
    return response.ok
      ? { answer, failure: null }
      : { answer: null, failure: { status: response.status, ...saidIn(answer) } }
  } catch {
    return { answer: null, failure: { status: 0, message: '' } }
  }
}

export type FetchFailure = { status: number; code?: string; message: string }

function saidIn(answer: unknown): { code?: string; message: string } {
  const text = (name: string) => {
    const value: unknown =
      typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined
    return typeof value === 'string' ? value : ''
  }
  const code = text('error_code') || text('code')
  return { message: text('message') || text('msg'), ...(code && { code }) }
}
