// Devices that open what they are sent (RFC 8291), and a push service on this machine that takes it for them.
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { importJWK, jwtVerify } from 'jose'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { z } from 'zod'
import { deviceRoutes } from '#features/notices/api/devices.ts'
import type { Devices } from '#features/notices/commands/devices.ts'
import { Pusher } from '#features/notices/commands/push.ts'
import { noticesSubscriber } from '#features/notices/subscribers.ts'
import { sql } from '#server/database/sql.ts'
import { openOutward } from '#server/http/outward.ts'
import { openReach } from '#server/http/reach.ts'
import { deliver } from '#server/jobs/outbox.ts'
import { deviceSeal } from '#server/push/push-address.ts'
import { makePushKey } from '#server/push/push-keys.ts'
import { openPushService } from '#server/push/web-push.ts'
import { secret, type TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { type Answering, type ReceivedCall, type Receiver, startReceiver } from '#tests/support/receivers.ts'

export const contact = 'mailto:avisos@visto-bueno.example'
const log = pino({ level: process.env.TEST_LOG ?? 'silent' })

const Pushed = z.object({ title: z.string(), body: z.string(), tag: z.string(), path: z.string() })
export type Pushed = z.infer<typeof Pushed>

const expand = (key: Buffer, salt: Uint8Array, info: string | Buffer, bytes: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes))

/** A browser's side of a subscription. */
export function makeDevice(url: string) {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const auth = randomBytes(16)
  const subscription = {
    endpoint: `${url}/${randomBytes(12).toString('hex')}`,
    p256dh: pair.getPublicKey('base64url'),
    auth: auth.toString('base64url'),
  }
  const open = ({ bytes }: Pick<ReceivedCall, 'bytes'>): Pushed => {
    const salt = bytes.subarray(0, 16)
    const idLength = bytes[20] ?? 0
    const theirs = bytes.subarray(21, 21 + idLength)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), theirs])
    const key = expand(pair.computeSecret(theirs), auth, info, 32)
    const decipher = createDecipheriv(
      'aes-128-gcm',
      expand(key, salt, 'Content-Encoding: aes128gcm\0', 16),
      expand(key, salt, 'Content-Encoding: nonce\0', 12),
    )
    const sealed = bytes.subarray(21 + idLength)
    decipher.setAuthTag(sealed.subarray(-16))
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    return Pushed.parse(JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString()))
  }
  return { ...subscription, subscription, path: new URL(subscription.endpoint).pathname, open }
}
export type TestDevice = ReturnType<typeof makeDevice>

/** Claims of the signature of a call, checked with the key that it names (RFC 8292). */
export async function readSigner({ headers }: ReceivedCall) {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? []
  const point = Buffer.from(key, 'base64url')
  const at = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const { payload } = await jwtVerify(
    token,
    await importJWK({ kty: 'EC', crv: 'P-256', x: at(1), y: at(33) }, 'ES256'),
  )
  return { key, claims: payload }
}

/** Needs of the routes of devices, beside who asks. */
type DeviceParts = Pick<Devices, 'reach' | 'push' | 'seal'>

/** Stage that the hooks of a test file hold ready: one program, a push service, and a company for each test. */
function setStage(name: string, parts: DeviceParts) {
  let app: TestApp
  let cast: Cast
  let receiver: Receiver
  let count = 0
  beforeAll(async () => {
    app = await startProduct({ ownRoutes: identity => deviceRoutes({ ...identity, ...parts }) })
    receiver = await startReceiver()
  }, 120_000)
  beforeEach(async () => {
    count += 1
    cast = await makeCast(app, `${name}${count}`, { approvers: 1 })
    receiver.calls.length = 0
  }, 120_000)
  afterAll(async () => {
    await app.stop()
    await receiver.close()
  })
  return {
    get app() {
      return app
    },
    get cast() {
      return cast
    },
    get receiver() {
      return receiver
    },
    get approver() {
      return cast.approvers[0] ?? ''
    },
    stranger: (who: string) => makeCast(app, `${who}${count}`, { approvers: 1 }),
  }
}

/** Registers the hooks of a test file, and gives the devices of its people. */
export function pushDesk(name: string, { allowsLoopback = true, keys = [makePushKey()] } = {}) {
  const reach = openReach({ privateNetworks: [], allowsLoopback })
  const serviceWith = (some: readonly string[], totalMs = 5000) =>
    openPushService(
      some.length === 0 ? null : { keys: some, contact },
      openOutward({ reach, totalMs, answerMs: 200 }),
    )
  const push = serviceWith(keys)
  const seal = deviceSeal(secret)
  const stage = setStage(name, { reach, push, seal })
  const publicKey = push?.publicKey ?? ''
  const ask = (path: string, as: string | undefined, asked: object = {}) =>
    stage.app.ask(`/api/account/devices${path}`, { as, ...asked })
  const add = ({ subscription }: TestDevice, as: string, given: object = {}) => {
    const body = { subscription, publicKey: publicKey || 'A'.repeat(87), name: 'Chrome en Android', ...given }
    return ask('', as, { method: 'POST', body })
  }
  const orders = () => ordersOf(stage.app, stage.cast)
  return Object.assign(stage, {
    publicKey,
    ask,
    add,
    /** A new device of the person, who is the approver unless told otherwise. */
    device: async (as = stage.approver, url = stage.receiver.url) => {
      const device = makeDevice(url)
      const answer = await add(device, as)
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      return { ...device, id: String(answer.body.id) }
    },
    submit: () => orders().submit(),
    orders,
    /** Writes the notices of what has happened. */
    notice: async () => void (await deliver(stage.app.db, noticesSubscriber, log)),
    /** A node that sends, with a time-out and keys of its own. */
    node: (totalMs = 5000, some: readonly string[] = keys) => {
      const own = serviceWith(some, totalMs)
      if (!own) throw new Error('a node without keys')
      return new Pusher({ db: stage.app.db, push: own, seal }, log)
    },
    /** All that waits is due. */
    hurry: () => stage.app.tamper(sql`update push_message set next_try_at = now() - interval '1 second'`),
    waiting: (deviceId: string) =>
      stage.app.tamper(sql`select attempts, next_try_at from push_message where device_id = ${deviceId}`),
    answer: (answering: Answering) => {
      stage.receiver.answering = answering
    },
    callsTo: ({ path }: TestDevice) => stage.receiver.calls.filter(call => call.path === path),
  })
}

/** Notices are written, what waits is due, and all of it is sent. */
export async function tell(desk: ReturnType<typeof pushDesk>, node = desk.node()): Promise<void> {
  await desk.notice()
  await desk.hurry()
  await node.begin()
  await node.settle()
}
