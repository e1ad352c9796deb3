/**
 * Session of this browser. Without a stored one the sign-in form shows at once, without loading the official
 * client. The role here only chooses menus and areas: the server authorises from its own rows. Somebody with a
 * second factor is not signed in before it is given.
 */
import type { Session } from '@supabase/auth-js'
import { useSyncExternalStore } from 'react'
import { authClient, isOpening, storageKey, subscribeAuth } from '#app/auth-client.ts'
import { needsSecondStep, type SessionUser, toSessionUser } from '#app/session-user.ts'
import { carriesEntry } from '#app/sign-in/auth-callback.ts'
import { redeemedLink } from '#app/sign-in/pending-password-link.ts'
import type { AuthFailure } from '#features/identity/web/text.ts'

export type { SessionUser }

export type SessionState =
  | { kind: 'checking' }
  | { kind: 'in'; user: SessionUser }
  /** The password was right; the second factor is still due. */
  | { kind: 'second-step'; user: SessionUser }
  | { kind: 'out' }
  /** The session could not be read. */
  | { kind: 'failed' }

export type SignInAnswer =
  | { kind: 'in'; user: SessionUser }
  | { kind: 'second-step' }
  | { kind: 'refused'; failure: AuthFailure }

let state: SessionState = { kind: 'checking' }
let opened: Promise<void> | null = null
/** True after a session that this person did not end here. */
let hasEnded = false
let isLeaving = false
const listeners = new Set<() => void>()

export const session = {
  current: (): SessionState => state,

  /** True when the last session ended without being left: expired, or ended elsewhere. */
  hasEnded: (): boolean => hasEnded,

  /** Signed-in person, once the session has been read; null when nobody is. */
  async user(): Promise<SessionUser | null> {
    if (!isOpening() && !mayHaveSession()) setSession(null)
    else await open()
    return state.kind === 'in' ? state.user : null
  },

  async token(): Promise<string | null> {
    const { data } = await (await client()).getSession()
    return data.session?.access_token ?? null
  },

  /** Official client, for changes of the person's account. */
  client,

  /** Loads what signing in needs, when somebody is about to. */
  warmUp(): void {
    client().catch(() => {})
  },

  async signIn(email: string, password: string): Promise<SignInAnswer> {
    const { data, error } = await (await client()).signInWithPassword({ email, password })
    if (error) return { kind: 'refused', failure: error }
    if (!data.user) return { kind: 'refused', failure: { code: 'invalid_credentials', message: '' } }
    redeemedLink.forget()
    return needsSecondStep(data.session)
      ? { kind: 'second-step' }
      : { kind: 'in', user: toSessionUser(data.user) }
  },

  async signOut(): Promise<void> {
    isLeaving = true
    try {
      await leave()
    } finally {
      isLeaving = false
    }
  },

  /** Forgets a session that the server no longer knows. */
  forget: leave,

  /** Failure of redeeming the code in the address; null when it was redeemed. */
  async redeeming(): Promise<AuthFailure | null> {
    return (await (await client()).initialize()).error
  },

  /** Reloads the session from the server: a second factor may have been added elsewhere. */
  async renew(): Promise<void> {
    await (await client()).refreshSession()
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },

  /** Runs when the session has ended: signed out here, in another tab, or by the server. */
  onSessionEnded(listener: () => void): void {
    let wasIn = state.kind === 'in'
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

/** Ends the session in this browser alone. */
async function leave(): Promise<void> {
  await (await client()).signOut({ scope: 'local' })
  redeemedLink.forget()
  setSession(null)
}

/** Official client, once the session has been read. */
async function client() {
  await open()
  return authClient()
}

/** True when a session is stored here, or the address brings one. */
function mayHaveSession(): boolean {
  return localStorage.getItem(storageKey) !== null || carriesEntry(location)
}

/** Reads the session once; a failure is tried again at the next call. */
function open(): Promise<void> {
  opened ??= readSession().catch(error => {
    opened = null
    throw error
  })
  return opened
}

async function readSession(): Promise<void> {
  let isRead = false
  subscribeAuth((event, next) => {
    // Every tab hears this event: only this one, which opened the link, asks for the new password.
    if (event === 'PASSWORD_RECOVERY' && !isRead) redeemedLink.remember('recovery')
    if (event !== 'INITIAL_SESSION') setSession(next)
  })
  const wasStored = localStorage.getItem(storageKey) !== null
  const { data, error } = await (await authClient()).getSession()
  isRead = true
  hasEnded = wasStored && !error && data.session === null
  if (error) setState({ kind: 'failed' })
  else setSession(data.session)
}

function setSession(next: Session | null): void {
  if (next === null) setState({ kind: 'out' })
  else setState({ kind: needsSecondStep(next) ? 'second-step' : 'in', user: toSessionUser(next.user) })
}

/** Sets the state of the session and informs the listeners, when it is another. */
function setState(next: SessionState): void {
  if (JSON.stringify(state) === JSON.stringify(next)) return
  if (next.kind === 'in') hasEnded = false
  else if (state.kind === 'in' && next.kind === 'out') hasEnded = !isLeaving
  state = next
  for (const listener of listeners) listener()
}
