/**
 * Live updates. A stream names changed orders, never their content: the browser reads again through the
 * ordinary calls. Before each event the database is asked about the stream's session, as for every request, so
 * that a stream ends with its session and names only orders that the person may see. Changes of providers are
 * only announced to administrators, without naming the provider.
 */

import type { FastifyInstance } from 'fastify'
import { documentVisibleTo } from '#features/documents/scope.ts'
import { readsWholeCompany } from '#kernel/actor.ts'
import type { Authenticate, Claims } from '#server/auth/session.ts'
import type { Db } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { withTenant } from '#server/database/tenant.ts'
import { type EventStream, openEventStream } from '#server/http/event-stream.ts'
import { authenticated } from '#server/http/mount.ts'
import type { News, PubSub } from '#server/jobs/pubsub.ts'
import { commonProblem, ProblemError } from '#server/problems.ts'

export type LiveOptions = {
  readonly db: Db
  readonly authenticate: Authenticate
  readonly pubsub: PubSub
  readonly pace?: Pace
}

type Pace = {
  /** Changes within this time are sent together. */
  readonly gatherMs: number
  readonly beatMs: number
  /** Age at which a stream ends: the browser reconnects with a fresh token. */
  readonly longestMs: number
}

const usualPace: Pace = { gatherMs: 250, beatMs: 20_000, longestMs: 10 * 60_000 }
const maxStreamsOfOne = 10
const maxOrdersNamed = 100

/**
 * Mounts `GET /api/live`, with the events `ready`, `orders` {ids}, `providers`, `all` (reload everything) and
 * `beat`.
 */
export function mountLive(http: FastifyInstance, options: LiveOptions): void {
  const open = new Set<EventStream>()
  const places = new StreamPlaces()
  http.get('/api/live', { config: { scope: 'orders:read' } }, async (request, reply) => {
    const claims = await authenticated(request, options)
    const place = places.take(claims.userId)
    try {
      await visibleNow(options.db, claims, [])
    } catch (error) {
      place.giveBack()
      throw error
    }
    const stream = openEventStream(reply)
    open.add(stream)
    stream.onEnd(() => {
      open.delete(stream)
      place.giveBack()
    })
    follow(stream, claims, options)
    return reply
  })
  // A stream does not end by itself: a process that stops ends it, and the browser reconnects to another.
  http.addHook('preClose', async () => {
    for (const stream of open) stream.end()
    await options.pubsub.stop()
  })
}

/**
 * Number of streams of each person. Counted before the database is asked, so that one too many costs no
 * transaction.
 */
class StreamPlaces {
  readonly #taken = new Map<string, number>()

  /** @throws ProblemError `too_many_requests` */
  take(userId: string): { giveBack(): void } {
    const count = this.#taken.get(userId) ?? 0
    if (count >= maxStreamsOfOne) throw commonProblem('too_many_requests', {}, 10)
    this.#taken.set(userId, count + 1)
    return {
      giveBack: () => {
        const left = (this.#taken.get(userId) ?? 1) - 1
        if (left > 0) this.#taken.set(userId, left)
        else this.#taken.delete(userId)
      },
    }
  }
}

function follow(stream: EventStream, claims: Claims, { db, pubsub, pace = usualPace }: LiveOptions) {
  const waiting = new PendingChanges()
  let gathering: NodeJS.Timeout | null = null
  const flush = async () => {
    const taken = waiting.take()
    gathering = null
    try {
      const { ids, seesProviders } = await visibleNow(db, claims, taken.ids)
      if (taken.isAll) return stream.send('all', {})
      if (ids.length > 0) stream.send('orders', { ids })
      if (taken.isOfProviders && seesProviders) stream.send('providers', {})
    } catch (error) {
      if (endsStream(error)) return stream.end()
      // The database is busy or unreachable: the changes are sent later.
      waiting.putBack(taken)
      gather(pace.beatMs / 10)
    }
  }
  const gather = (ms: number) => {
    gathering ??= setTimeout(flush, ms)
  }
  const unsubscribe = pubsub.subscribe(String(claims.companyId), news => {
    waiting.add(news)
    gather(pace.gatherMs)
  })
  const beat = setInterval(() => {
    visibleNow(db, claims, []).then(
      () => stream.send('beat', {}),
      error => endsStream(error) && stream.end(),
    )
  }, pace.beatMs)
  const last = setTimeout(() => stream.end(), pace.longestMs)
  stream.onEnd(() => {
    unsubscribe()
    clearInterval(beat)
    clearTimeout(last)
    if (gathering) clearTimeout(gathering)
  })
  stream.send('ready', {})
}

/**
 * Reach of the session's person as of now: which of these orders, and whether changes of providers. @throws
 * ProblemError when the session has ended.
 */
async function visibleNow(db: Db, claims: Claims, ids: readonly string[]): Promise<VisibleNow> {
  return withTenant(db, { claims, requestId: null, mode: 'read' }, async (tx, actor) => {
    const found = await tx.all<{ id: string }>(sql`
      select d.id from document d
      where d.company_id = ${tx.companyId} and d.id = any (${ids}::text[]) and ${documentVisibleTo(tx, actor)}`)
    return { ids: found.map(({ id }) => id), seesProviders: readsWholeCompany(actor.role) }
  })
}

type VisibleNow = { readonly ids: readonly string[]; readonly seesProviders: boolean }

/** True for an error that ends the stream: the session is over, or may no longer read. */
const endsStream = (error: unknown) => error instanceof ProblemError && error.problem.status < 500

type Taken = { readonly ids: readonly string[]; readonly isOfProviders: boolean; readonly isAll: boolean }

/** Changes that are still to be sent on one stream; when they name too many orders, `all` is sent instead. */
class PendingChanges {
  #ids = new Set<string>()
  #isOfProviders = false
  #isAll = false

  add(news: News): void {
    if (news.kind === 'provider') this.#isOfProviders = true
    if (news.kind === 'order') this.#ids.add(news.orderId)
    if (news.kind === 'lost' || this.#ids.size > maxOrdersNamed) this.#isAll = true
    if (this.#isAll) this.#ids.clear()
  }

  take(): Taken {
    const taken = { ids: [...this.#ids], isOfProviders: this.#isOfProviders, isAll: this.#isAll }
    this.#ids = new Set()
    this.#isOfProviders = false
    this.#isAll = false
    return taken
  }

  putBack({ ids, isOfProviders, isAll }: Taken): void {
    this.#isOfProviders ||= isOfProviders
    for (const orderId of ids) this.add({ kind: 'order', orderId })
    if (isAll) this.add({ kind: 'lost' })
  }
}
