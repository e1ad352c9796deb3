/**
 * An answer within five seconds, whatever waits behind it: a connection, a database that stalls, a lock. What takes longer
 * is answered `busy`, as any outage is, and goes on to its end; whoever sends it again under its key is given the answer
 * that it had. So many requests are worked on at once as the database has connections, and some: the others wait for
 * their turn once, before they begin. If each waited anew for every connection, all would be begun and few ended.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Outage } from '#server/database/outage.ts'
import { BoundedQueue } from '#server/jobs/bounded-queue.ts'
import { commonProblem, ProblemError } from '#server/problems.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Requests under way and those that wait for their turn; apart from them those that wait for hashes, API tokens that
     * are looked up, and calls of them that are counted; and whether any came late.
     */
    readonly turns: { readonly [turn in Turn]: BoundedQueue } & { readonly late: Outage }
  }
}

/**
 * Under five seconds: on a busy machine a request waits before it is heard, and its answer before it is sent. A hash is
 * slow on purpose, and whoever signs in would rather wait for it than begin anew. A token is found and counted before the
 * turn of its request, which still has half of its time then.
 */
const answerWithinMs = { requests: 4_000, sessions: 8_000, tokens: 1_500, tokenCounts: 1_500 } as const
export type Turn = keyof typeof answerWithinMs

const longestWaitMs = 1_500

export function takeTurns(app: FastifyInstance): void {
  app.decorate('turns', {
    requests: new BoundedQueue(24, 1_000, longestWaitMs),
    sessions: new BoundedQueue(8, 500, longestWaitMs),
    // Anybody may send any number of tokens that are none: they have few connections, and nobody else waits for them.
    tokens: new BoundedQueue(4, 1_000, longestWaitMs),
    tokenCounts: new BoundedQueue(6, 1_000, longestWaitMs),
    late: new Outage(app.log, 'requests: no answer in time', { restMs: 10_000 }),
  })
}

/** Answer of a request's work, once it has its turn; `busy` when the request takes too long. */
export async function inTime<T>(reply: FastifyReply, turn: Turn, work: () => Promise<T>): Promise<T> {
  // A body that arrived slowly leaves half of the time, at least.
  const withinMs = answerWithinMs[turn]
  const leftMs = Math.max(withinMs / 2, withinMs - reply.elapsedTime)
  const { late, [turn]: queue } = reply.server.turns
  const working = queue.run(work)
  const { promise: timeIsUp, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    late.failed(new Error(`no answer within ${withinMs} ms`), 'warn')
    working.catch(error => {
      if (!(error instanceof ProblemError))
        reply.log.error({ err: error }, 'failed after it was answered busy')
    })
    reject(commonProblem('busy', {}, 2))
  }, leftMs)
  try {
    const value = await Promise.race([working, timeIsUp])
    late.worked()
    return value
  } finally {
    clearTimeout(timer)
  }
}

/** Answers every route of a plugin that is mounted after this in time; `kind` says for which turn a request waits. */
export function answerInTime(app: FastifyInstance, kind: (request: FastifyRequest) => Turn): void {
  app.addHook('onRoute', route => {
    const { handler } = route
    route.handler = function handlerInTime(request, reply) {
      return inTime(reply, kind(request), async () => handler.call(this, request, reply))
    }
  })
}
