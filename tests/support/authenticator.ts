// A device that keeps passkeys, in software: keys of ES256, attestation `none`, signatures as WebAuthn lays them out.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { z } from 'zod'

/** Circumstances that the device is told, or lies about. */
export type Circumstances = {
  /** Origin of the page that asks. */
  readonly origin?: string
  /** Domain whose hash the device signs. */
  readonly rpId?: string
  /** False where the device has not recognised its person. */
  readonly isVerified?: boolean
  readonly challenge?: string
  readonly counter?: number
  readonly userHandle?: string | null
  readonly format?: string
}

const Asked = z.object({
  challengeId: z.string(),
  options: z.looseObject({
    challenge: z.string(),
    user: z.object({ id: z.string() }).optional(),
    excludeCredentials: z.array(z.looseObject({ id: z.string() })).optional(),
    allowCredentials: z.array(z.looseObject({ id: z.string() })).optional(),
  }),
})

/** The challenge in an answer of the server, with its options. */
export const readAsked = (body: unknown) => Asked.parse(body)
export type Asked = z.infer<typeof Asked>

/** A device for one site. It keeps a single key, and counts what it signs. */
export function newDevice(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(24).toString('base64url')
  const site = { origin, rpId: new URL(origin).hostname }
  let counter = 0
  let owner: string | null = null
  return {
    id,
    /** Makes its key for an account, as `navigator.credentials.create` does. */
    create: ({ options }: Pick<Asked, 'options'>, told: Circumstances = {}) => {
      owner = options.user?.id ?? null
      const given = { ...site, isVerified: true, challenge: options.challenge, counter, ...told }
      const authData = Buffer.concat([
        authenticatorData(given, 0x40),
        Buffer.alloc(16),
        Buffer.from([0, 24]),
        Buffer.from(id, 'base64url'),
        coseKey(publicKey),
      ])
      const attestationObject = cbor(
        new Map<string, Cbor>([
          ['fmt', given.format ?? 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      ).toString('base64url')
      const clientDataJSON = clientData('webauthn.create', given).toString('base64url')
      return credential(id, { clientDataJSON, attestationObject, transports: ['internal', 'hybrid'] })
    },
    /** Signs a challenge, as `navigator.credentials.get` does. */
    sign: ({ options }: Pick<Asked, 'options'>, told: Circumstances = {}) => {
      counter += 1
      const given = { ...site, isVerified: true, challenge: options.challenge, counter, ...told }
      const authData = authenticatorData(given, 0)
      const client = clientData('webauthn.get', given)
      const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey)
      return credential(id, {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: told.userHandle === undefined ? owner : told.userHandle,
      })
    },
  }
}
export type Device = ReturnType<typeof newDevice>

const credential = <Response extends object>(id: string, response: Response) => ({
  id,
  rawId: id,
  type: 'public-key',
  clientExtensionResults: {},
  response,
})

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

type Signed = { rpId: string; origin: string; challenge: string; isVerified: boolean; counter: number }

/** Hash of the domain, flags (present, verified and what else), and the counter. */
function authenticatorData({ rpId, isVerified, counter }: Signed, flags: number): Buffer {
  const counted = Buffer.alloc(4)
  counted.writeUInt32BE(counter)
  return Buffer.concat([sha256(rpId), Buffer.from([flags | 0x01 | (isVerified ? 0x04 : 0)]), counted])
}

const clientData = (type: string, { challenge, origin }: Signed) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

/** The public key as COSE has it: EC2, ES256, P-256, and the point. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

type Cbor = number | string | Buffer | ReadonlyMap<string | number, Cbor>

/** The few kinds of CBOR (RFC 8949) that a credential is made of. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const pairs = [...value].flatMap(([key, part]) => [cbor(key), cbor(part)])
  return Buffer.concat([head(5, value.size), ...pairs])
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size])
  return size < 256
    ? Buffer.from([(major << 5) | 24, size])
    : Buffer.from([(major << 5) | 25, size >> 8, size & 255])
}
