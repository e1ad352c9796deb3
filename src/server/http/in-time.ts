/**
 * An answer within five seconds, whatever waits behind it: for a connection, for a database that stalls, for a lock. What
 * comes later is answered `busy`, as any outage is, and goes on to its end; whoever sends the request again under its
 * key is given the answer that it had.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { commonProblem } from '#server/problems.ts'

/** Under five seconds, so that the answer has time to be sent. */
const answerWithinMs = 4_500

/** The result of a handler, or `busy` once the request has taken too long. */
export async function inTime<T>(
  reply: FastifyReply,
  work: Promise<T>,
  withinMs = answerWithinMs,
): Promise<T> {
  // A body that arrived slowly leaves half of the time, at least.
  const leftMs = Math.max(withinMs / 2, withinMs - reply.elapsedTime)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reply.server.databaseOutage.failed(new Error(`no answer within ${withinMs} ms`), 'warn')
      reject(commonProblem('busy', {}, 2))
    }, leftMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Answers every route of a plugin that is mounted after this in time. */
export function answerInTime(app: FastifyInstance, withinMs = answerWithinMs): void {
  app.addHook('onRoute', route => {
    const { handler } = route
    route.handler = function inTimeHandler(request, reply) {
      return inTime(reply, Promise.resolve(handler.call(this, request, reply)), withinMs)
    }
  })
}
