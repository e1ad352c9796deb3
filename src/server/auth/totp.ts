/** Codes of six digits that change every thirty seconds (RFC 6238), as every authenticator application makes them. */
import { Secret, TOTP } from 'otpauth'
import { toString as qrOf } from 'qrcode'

const stepMs = 30_000

/** 160 bits in base32, for the person to copy or to scan. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** What the application scans: names the product and the account. */
export function totpUri(secret: string, issuer: string, label: string): string {
  return totpOf(secret, { issuer, label }).toString()
}

/** A raw SVG. Colours by name: the client puts it into a `data:` address, where a `#` would end it. */
export async function qrCode(text: string): Promise<string> {
  const svg = await qrOf(text, { type: 'svg', margin: 2 })
  return svg.trim().replaceAll('#ffffff', 'white').replaceAll('#000000', 'black')
}

/** The time step that a code belongs to, one before or after now included; null when it belongs to none. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token: code, window: 1, timestamp })
  return delta === null ? null : Math.floor(timestamp / stepMs) + delta
}

function totpOf(secret: string, named: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...named, algorithm: 'SHA1', digits: 6, period: stepMs / 1000, secret })
}
