/**
 * Who is signed in. The official client keeps the session in local storage, renews it before it ends and
 * tells other tabs. It loads only when there is a session to read or somebody is about to make one: whoever
 * is signed out sees the sign-in form at once. The role shown here only chooses menus and areas:
 * the server authorises from its own rows.
 */
import type { AuthError, GoTrueClient, Session, User } from '@supabase/auth-js'
import { useSyncExternalStore } from 'react'
import { type Role, roles } from '#kernel/actor.ts'

export type SessionUser = { id: string; name: string; email: string; role: Role }

export type SessionState =
  | { kind: 'checking' }
  | { kind: 'in'; user: SessionUser }
  | { kind: 'out' }
  /** Whether there is a session could not be found out. */
  | { kind: 'failed' }

let state: SessionState = { kind: 'checking' }
let opening: Promise<GoTrueClient> | null = null
const listeners = new Set<() => void>()

export const session = {
  current: (): SessionState => state,

  /** The signed-in person, once it is known whether there is one. */
  async user(): Promise<SessionUser | null> {
    if (opening === null && !leavesTraces()) become(null)
    else await client()
    return state.kind === 'in' ? state.user : null
  },

  async token(): Promise<string | null> {
    const { data } = await (await client()).getSession()
    return data.session?.access_token ?? null
  },

  /** Somebody is about to sign in: fetches what that takes. */
  warmUp(): void {
    void client()
  },

  /** The person who came in, or why nobody did. */
  async signIn(email: string, password: string): Promise<{ user: SessionUser } | { message: string }> {
    const { data, error } = await (await client()).signInWithPassword({ email, password })
    if (error) return { message: messageFor(error) }
    if (!data.user) return { message: 'Credenciales inválidas' }
    return { user: personOf(data.user) }
  },

  async signOut(): Promise<void> {
    await (await client()).signOut({ scope: 'local' })
    become(null)
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },

  /** Runs when the person who was in no longer is: signed out here, in another tab, or by the server. */
  whenLeft(listener: () => void): void {
    let wasIn = false
    session.subscribe(() => {
      const isIn = state.kind === 'in'
      if (wasIn && !isIn) listener()
      wasIn = isIn
    })
  },
}

export type SessionStore = typeof session

export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.current)
}

function client(): Promise<GoTrueClient> {
  opening ??= open()
  return opening
}

const storageKey = `sb-${location.hostname.split('.')[0]}-auth-token`

/** Whether a session is stored here, or the address brings one. */
function leavesTraces(): boolean {
  const address = [new URLSearchParams(location.search), new URLSearchParams(location.hash.slice(1))]
  return (
    localStorage.getItem(storageKey) !== null ||
    address.some(params => params.has('code') || params.has('access_token'))
  )
}

async function open(): Promise<GoTrueClient> {
  const { GoTrueClient } = await import('@supabase/auth-js')
  const opened = new GoTrueClient({
    url: `${location.origin}/auth/v1`,
    storageKey,
    headers: { apikey: publicKey, Authorization: `Bearer ${publicKey}` },
    flowType: 'pkce',
    persistSession: true,
    autoRefreshToken: true,
  })
  const { data, error } = await opened.getSession()
  if (error) enter({ kind: 'failed' })
  else become(data.session)
  opened.onAuthStateChange((event, next) => {
    if (event !== 'INITIAL_SESSION') become(next)
  })
  return opened
}

/** Names the caller to the identity server; it is not a secret. */
const publicKey = 'sb_publishable_visto_bueno'

function become(next: Session | null): void {
  const user = next ? personOf(next.user) : null
  const before = state.kind === 'in' ? state.user : null
  const isSame = state.kind !== 'checking' && JSON.stringify(before) === JSON.stringify(user)
  if (!isSame) enter(user ? { kind: 'in', user } : { kind: 'out' })
}

function enter(next: SessionState): void {
  state = next
  for (const listener of listeners) listener()
}

function personOf({ id, email = '', app_metadata, user_metadata }: User): SessionUser {
  const parts: unknown[] = [user_metadata.name, user_metadata.lastName]
  const name = parts.filter(part => typeof part === 'string' && part !== '').join(' ')
  return {
    id,
    email,
    name: name || email,
    role: roles.find(role => role === app_metadata.role) ?? 'client_user',
  }
}

const messages: { readonly [code: string]: string } = {
  invalid_credentials: 'Credenciales inválidas',
  validation_failed: 'Credenciales inválidas',
  user_banned: 'Tu cuenta está pendiente de activación.',
  email_not_confirmed: 'Confirma tu correo electrónico antes de iniciar sesión.',
  over_request_rate_limit: 'Demasiados intentos. Espera unos minutos y vuelve a intentarlo.',
}

function messageFor(error: AuthError): string {
  return messages[error.code ?? ''] ?? 'Error en el inicio de sesión'
}
