/**
 * Way of this tab to a provider of identities and back. The secret stays in the tab: whoever comes back without it has
 * begun nothing here.
 */
import { base64urlFrom } from '#kernel/base64url.ts'

const key = 'camino-al-proveedor'

export type Way = {
  secret: string
  /** An administrator's trial instead of a sign-in. */
  isTrial: boolean
  /** Screen to which the person was going. */
  returnTo?: string | undefined
}

/** Answer of the provider, for the screen that asked for it. */
export type Answer = { secret: string; answer: string }

const trialKey = 'prueba-del-proveedor'

export const providerWay = {
  /** Secret of a new way: 256 random bits. */
  newSecret: (): string => base64urlFrom(crypto.getRandomValues(new Uint8Array(32))),
  begin: (way: Way): void => sessionStorage.setItem(key, JSON.stringify(way)),
  /** The way that this tab has begun; it is forgotten then. */
  take(): Way | null {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    sessionStorage.removeItem(key)
    return isWay(kept) ? kept : null
  },
  keepTrial: (trial: Answer): void => sessionStorage.setItem(trialKey, JSON.stringify(trial)),
  takeTrial(): Answer | null {
    const kept: unknown = JSON.parse(sessionStorage.getItem(trialKey) ?? 'null')
    sessionStorage.removeItem(trialKey)
    return isAnswer(kept) ? kept : null
  },
}

const isWay = (value: unknown): value is Way =>
  typeof value === 'object' && value !== null && 'secret' in value && 'isTrial' in value

const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && 'secret' in value && 'answer' in value
