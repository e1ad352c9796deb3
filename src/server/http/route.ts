/**
 * Joins an endpoint to the view or the command that answers it. Everything between the socket and the
 * business happens here once: parse, authenticate, transaction, idempotency, refusal, response.
 */
import type { z } from 'zod'
import type { Actor } from '#kernel/actor.ts'
import type { Endpoint } from '#kernel/endpoint.ts'
import type { Refusal } from '#kernel/refusal.ts'
import type { Self } from '#server/database/person.ts'
import type { TenantTx, Work } from '#server/database/tenant.ts'

export type Input<E extends Endpoint> = {
  readonly params: z.output<E['params']>
  readonly query: z.output<E['query']>
  readonly body: z.output<E['body']>
}

/** What the response schema accepts; undeclared fields are stripped. */
export type Output<E extends Endpoint> = z.input<E['response']>

export type Route = { readonly endpoint: Endpoint; readonly words: Words } & (
  | { readonly kind: 'public'; readonly answer: OfAnybody<Endpoint, unknown> }
  | { readonly kind: 'own'; readonly answer: OfPerson<Endpoint, unknown> }
  | { readonly kind: 'platform'; readonly answer: OfPerson<Endpoint, unknown> }
  | { readonly kind: 'read'; readonly answer: InCompany<Endpoint, unknown> }
  | {
      readonly kind: 'write'
      readonly answer: InCompany<Endpoint, unknown>
      /** From what the command made, which is kept for the repeated request, to what is answered. */
      readonly present: (made: unknown) => unknown
    }
  | { readonly kind: 'each'; readonly answer: OfEach<Endpoint, unknown> }
)

/** Where a request comes from, as far as we believe it. */
export type Origin = { readonly ip: string; readonly userAgent: string | null }

type OfAnybody<E extends Endpoint, T> = (input: Input<E>, from: Origin) => Promise<T>
type InCompany<E extends Endpoint, T> = (tx: TenantTx, actor: Actor, input: Input<E>) => Promise<T>
type OfEach<E extends Endpoint, T> = (each: Each, input: Input<E>) => Promise<T>
type OfPerson<E extends Endpoint, T> = (self: Self, input: Input<E>) => Promise<T>

/**
 * One of many works, in a transaction and under a key of its own: who asks is read anew for each, and what is
 * refused, or stands in the way, is said of that one alone.
 */
export type Each = <T>(work: Work<T | Refusal>) => Promise<T | Refusal>

/** Spanish words for each refusal of the slice. */
export type Words = (refusal: Refusal) => string

const noWords: Words = refusal => refusal.refused

/** A read: `null` means that it does not exist for this person, and answers 404. */
export function read<E extends Endpoint>(endpoint: E, view: InCompany<E, Output<E> | null>): Route {
  return { endpoint, kind: 'read', answer: view, words: noWords }
}

/** A write: one transaction; a refusal rolls back and answers 409 (404 for `not_found`, 403 for `forbidden`). */
export function write<E extends Endpoint>(
  endpoint: E,
  words: Words,
  command: InCompany<E, Output<E> | Refusal>,
): Route {
  return { endpoint, kind: 'write', answer: command, words, present: made => made }
}

/**
 * A write that answers a signed link. The command makes what the link says, which the repeated request finds again;
 * the signature is added behind the transaction and kept nowhere: whoever reads our tables finds no link to open.
 */
export function writeLink<E extends Endpoint, Made>(
  endpoint: E,
  words: Words,
  link: {
    readonly made: z.ZodType<Made>
    readonly command: InCompany<E, Made | Refusal>
    readonly present: (made: Made) => Output<E>
  },
): Route {
  const present = (made: unknown) => link.present(link.made.parse(made))
  return { endpoint, kind: 'write', answer: link.command, words, present }
}

/** A write of several things that do not hang together: each is done or refused for itself, in the order given. */
export function writeEach<E extends Endpoint>(
  endpoint: E,
  words: Words,
  command: OfEach<E, Output<E>>,
): Route {
  return { endpoint, kind: 'each', answer: command, words }
}

/** Of a living person and no company: the own account and sessions. The answer opens its own transactions. */
export function own<E extends Endpoint>(
  endpoint: E,
  words: Words,
  answer: OfPerson<E, Output<E> | Refusal | null>,
): Route {
  return { endpoint, kind: 'own', answer, words }
}

/** Of a living platform operator. The answer opens its own transactions. */
export function platform<E extends Endpoint>(
  endpoint: E,
  words: Words,
  answer: OfPerson<E, Output<E> | Refusal | null>,
): Route {
  return { endpoint, kind: 'platform', answer, words }
}

/** No session, no company. */
export function open<E extends Endpoint>(
  endpoint: E,
  answer: OfAnybody<E, Output<E> | Refusal>,
  words: Words = noWords,
): Route {
  return { endpoint, kind: 'public', answer, words }
}
