/** Abilities of this browser for notices on the device. The service worker is registered here, and nowhere else. */
import { base64urlFrom } from '#kernel/base64url.ts'

/** State of the browser's permission, and what stands in the way: `ask` before the person was asked. */
export type PushStanding = 'unsupported' | 'home_screen' | 'blocked' | 'ask' | 'granted'

export function pushStanding(): PushStanding {
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  // On an iPhone or iPad, only what was added to the home screen is told.
  if (!isSupported) return /iPhone|iPad/.test(navigator.userAgent) ? 'home_screen' : 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return Notification.permission === 'granted' ? 'granted' : 'ask'
}

export type Subscribed = {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** SHA-256 of this browser's address at its push service, in base64url; null when it has none. */
export async function ownDigest(): Promise<string | null> {
  if (!('serviceWorker' in navigator)) return null
  const registration = await navigator.serviceWorker.getRegistration('/')
  const subscription = await registration?.pushManager?.getSubscription()
  if (!subscription) return null
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscription.endpoint))
  return textFrom(digest)
}

/** Asks the person, and subscribes; null when they say no. */
export async function subscribe(publicKey: string): Promise<Subscribed | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  await navigator.serviceWorker.register('/push-worker.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const before = await pushManager.getSubscription()
  const key = before?.options.applicationServerKey
  // A browser has one key at a time: after the operator has changed it, the former subscription ends.
  if (before && (!key || textFrom(key) !== publicKey)) await before.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const [p256dh, auth] = [subscription.getKey('p256dh'), subscription.getKey('auth')]
  if (!p256dh || !auth) throw new Error('a subscription without keys')
  return { endpoint: subscription.endpoint, p256dh: textFrom(p256dh), auth: textFrom(auth) }
}

/** Ends the subscription of this browser, and its service worker. */
export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration('/')
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe()
  await registration?.unregister()
}

const textFrom = (bytes: ArrayBuffer): string => base64urlFrom(new Uint8Array(bytes))
