// A company with webhooks, receivers on this machine, and nodes that plan and deliver when the test says so.
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { sealEvents } from '#features/seals/commands/seal.ts'
import { webhookRoutes } from '#features/webhooks/api.ts'
import { Deliverer } from '#features/webhooks/commands/deliver.ts'
import { planDeliveries } from '#features/webhooks/commands/plan.ts'
import { webhookSeal } from '#features/webhooks/store.ts'
import { openOutward } from '#server/http/outward.ts'
import { openReach } from '#server/http/reach.ts'
import { openPost } from '#server/mail/post.ts'
import { origin, secret, type TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { type Receiver, startReceiver } from '#tests/support/receivers.ts'

const reach = openReach({ privateNetworks: [], allowsLoopback: true })
const log = pino({ level: process.env.TEST_LOG ?? 'silent' })

export type Made = { readonly id: string; readonly secret: string }

/** A deliverer as a node has one; receivers have so long to answer. */
const newNode = (app: TestApp, totalMs: number) =>
  new Deliverer(
    {
      db: app.db,
      outward: openOutward({ reach, totalMs, answerMs: 200 }),
      seal: webhookSeal(secret),
      post: openPost(secret, { product: 'Visto Bueno', origin }),
      origin,
    },
    log,
  )

async function plan(app: TestApp): Promise<void> {
  await sealEvents(app.db)
  await planDeliveries(app.db, origin)
}

/** Sends all that is due, as a node does between two polls. */
async function deliver(node: Deliverer): Promise<void> {
  for (let rounds = 0; rounds < 10; rounds++) {
    await node.beginVisits()
    await node.settle()
  }
}

/** Deeds of the company's administrator of today with webhooks. */
function keeping(now: () => { readonly app: TestApp; readonly cast: Cast }) {
  const ask = (path: string, asked: object = {}, as = now().cast.admin) =>
    now().app.ask(`/api/webhooks${path}`, { as, ...asked })
  const read = async (id: string, path = '') => (await ask(`/${id}${path}`)).body
  return {
    read,
    write: (path: string, body?: object) => ask(`/${path}`, { method: 'POST', ...(body ? { body } : {}) }),
    deliveries: async (id: string) => (await read(id, '/deliveries')).items,
    webhook: async (
      url: string,
      events: readonly string[] = ['order.approved'],
      of = now().cast,
    ): Promise<Made> => {
      const body = { url, description: 'Contabilidad', events }
      const answer = await ask('', { method: 'POST', body }, of.admin)
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      return answer.body
    },
    approve: (of = now().cast) => ordersOf(now().app, of).approved(),
  }
}

/** Registers the hooks of a test file: one program, a company for each test. */
export function webhookDesk(name: string) {
  let app: TestApp
  let cast: Cast
  let count = 0
  const receivers: Receiver[] = []
  beforeAll(async () => {
    app = await startProduct({ routes: webhookRoutes({ secret, reach }) })
  }, 120_000)
  beforeEach(async () => {
    count += 1
    cast = await makeCast(app, `${name}${count}`, { approvers: 1 })
  }, 120_000)
  afterAll(async () => {
    await app.stop()
    await Promise.all(receivers.map(receiver => receiver.close()))
  })
  const node = (totalMs = 5000) => newNode(app, totalMs)
  return {
    ...keeping(() => ({ app, cast })),
    get app() {
      return app
    },
    get cast() {
      return cast
    },
    node,
    plan: () => plan(app),
    deliver: (by = node()) => deliver(by),
    tell: async () => {
      await plan(app)
      await deliver(node())
    },
    receiver: async (...given: Parameters<typeof startReceiver>): Promise<Receiver> => {
      const receiver = await startReceiver(...given)
      receivers.push(receiver)
      return receiver
    },
    /** Another company, beside that of the test. */
    stranger: (who: string) => makeCast(app, `${who}${count}`, { approvers: 1 }),
    /** The administrator signs in again, after more time than a session lives. */
    signInAgain: async () => {
      cast = { ...cast, admin: await app.signIn(cast.address('admin')) }
    },
  }
}
