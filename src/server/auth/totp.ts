/** TOTP (RFC 6238): codes of six digits that change every thirty seconds, as every authenticator application makes them. */
import { Secret, TOTP } from 'otpauth'
import { toString as qrOf } from 'qrcode'

const stepMs = 30_000

/** A new secret: 160 bits in base32, for the person to copy or to scan. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** The `otpauth:` URI that the application scans: the secret with the names of product and account. */
export function totpUri(secret: string, issuer: string, label: string): string {
  return newTotp(secret, { issuer, label }).toString()
}

/** A QR code as raw SVG. Its colours are names, because the client puts it into a `data:` URL, which a `#` would end. */
export async function qrCode(text: string): Promise<string> {
  const svg = await qrOf(text, { type: 'svg', margin: 2 })
  return svg.trim().replaceAll('#ffffff', 'white').replaceAll('#000000', 'black')
}

/** The time step of a code, at most one before or after `now`; null for a wrong code. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const delta = newTotp(secret).validate({ token: code, window: 1, timestamp })
  return delta === null ? null : Math.floor(timestamp / stepMs) + delta
}

function newTotp(secret: string, named: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...named, algorithm: 'SHA1', digits: 6, period: stepMs / 1000, secret })
}
