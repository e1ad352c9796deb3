/** Messages signed as Standard Webhooks has it: an id, an instant, and a signature by each secret that is valid. */
import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

export type SigningSecret = string

/** A new secret, as its receiver keeps it: `whsec_` and 32 random bytes. */
export const newSigningSecret = (): SigningSecret => `whsec_${randomBytes(32).toString('base64')}`

/** Headers of a message. The instant is that of the try, so that a receiver may refuse one that was kept by a thief. */
export function signedHeaders(
  { id, body }: { readonly id: string; readonly body: string },
  secrets: readonly SigningSecret[],
  at: Date,
): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Visto-Bueno-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map(secret => new Webhook(secret).sign(id, at, body)).join(' '),
  }
}
