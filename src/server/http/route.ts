/**
 * Joins an endpoint to the view or the command that answers it. Everything between the socket and the
 * business happens here once: parse, authenticate, transaction, idempotency, refusal, response.
 */
import type { z } from 'zod'
import type { Actor } from '#kernel/actor.ts'
import type { Endpoint } from '#kernel/endpoint.ts'
import type { Refusal } from '#kernel/refusal.ts'
import type { TenantTx } from '#server/tenant.ts'

export type Input<E extends Endpoint> = {
  readonly params: z.output<E['params']>
  readonly query: z.output<E['query']>
  readonly body: z.output<E['body']>
}

/** What the response schema accepts; undeclared fields are stripped. */
export type Output<E extends Endpoint> = z.input<E['response']>

export type Route = {
  readonly endpoint: Endpoint
  readonly kind: 'public' | 'read' | 'write'
  readonly answer: (tx: TenantTx, actor: Actor, input: Input<Endpoint>) => Promise<unknown>
  /** Spanish words for each refusal of the slice. */
  readonly words: Words
}

export type Words = (refusal: Refusal) => string

const noWords: Words = refusal => refusal.refused

/** A read: `null` means that it does not exist for this person, and answers 404. */
export function read<E extends Endpoint>(
  endpoint: E,
  view: (tx: TenantTx, actor: Actor, input: Input<E>) => Promise<Output<E> | null>,
): Route {
  return { endpoint, kind: 'read', answer: view, words: noWords }
}

/** A write: one transaction; a refusal rolls back and answers 409 (404 for `not_found`, 403 for `forbidden`). */
export function write<E extends Endpoint>(
  endpoint: E,
  words: Words,
  command: (tx: TenantTx, actor: Actor, input: Input<E>) => Promise<Output<E> | Refusal>,
): Route {
  return { endpoint, kind: 'write', answer: command, words }
}

/** No session, no company. */
export function open<E extends Endpoint>(
  endpoint: E,
  answer: (input: Input<E>) => Promise<Output<E>>,
): Route {
  return { endpoint, kind: 'public', answer: (_tx, _actor, input) => answer(input), words: noWords }
}
