/**
 * Messages to devices by Web Push: encrypted for the device alone (RFC 8291), signed with the key that it was given
 * (RFC 8292), and sent by the calls to addresses that people say.
 */
import webPush from 'web-push'
import type { Called, Outward } from '#server/http/outward.ts'
import type { PushAddress } from '#server/push/push-address.ts'
import { type PushKey, type PushSettings, pushKeyFrom } from '#server/push/push-keys.ts'

export type PushMessage = {
  readonly text: string
  /** A later message of the same topic replaces an earlier one that has not arrived. */
  readonly topic: string
  readonly isUrgent: boolean
  /** Seconds for which the push service keeps it for a device that is off. */
  readonly keptSeconds: number
}

export type PushService = {
  /** Public key that new devices are given. */
  readonly publicKey: string
  /** True for a key of ours, by which a device can still be reached. */
  reaches(publicKey: string): boolean
  /** Sends to a device that was given that key. Never throws for what goes wrong with the service. */
  send(to: PushAddress, givenKey: string, message: PushMessage): Promise<Called>
}

/** Null where the operator has set no key. */
export function openPushService(settings: PushSettings | null, outward: Outward): PushService | null {
  const keys = settings?.keys.map(pushKeyFrom) ?? []
  const [first] = keys
  if (settings === null || !first) return null
  const keyFor = (publicKey: string) => keys.find(key => key.publicKey === publicKey)
  return {
    publicKey: first.publicKey,
    reaches: publicKey => keyFor(publicKey) !== undefined,
    send: (to, givenKey, message) => {
      const key = keyFor(givenKey)
      if (!key) throw new Error('a device that was given another key')
      return outward(sealedCall(to, message, { ...key, contact: settings.contact }))
    },
  }
}

function sealedCall(
  { endpoint, p256dh, auth }: PushAddress,
  { text, topic, isUrgent, keptSeconds }: PushMessage,
  { publicKey, privateKey, contact }: PushKey & { readonly contact: string },
) {
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
    vapidDetails: { subject: contact, publicKey, privateKey },
    TTL: keptSeconds,
    urgency: isUrgent ? 'high' : 'normal',
    topic,
    contentEncoding: 'aes128gcm',
  })
  // The call counts the bytes itself.
  const kept = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-length')
  return {
    url: endpoint,
    headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
    body,
  }
}
