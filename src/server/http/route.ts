/**
 * Routes: an endpoint joined to the view or the command that answers it. `mount.ts` does everything between the socket
 * and the business for each kind of route: parse, authenticate, transaction, idempotency, refusal, response.
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

/** The answer, as the response schema accepts it; undeclared fields are stripped. */
export type Output<E extends Endpoint> = z.input<E['response']>

export type Route = { readonly endpoint: Endpoint; readonly words: Words } & (
  | { readonly kind: 'public'; readonly answer: OfAnybody<Endpoint, unknown> }
  | { readonly kind: 'own'; readonly answer: OfPerson<Endpoint, unknown> }
  | { readonly kind: 'platform'; readonly answer: OfPerson<Endpoint, unknown> }
  | { readonly kind: 'read'; readonly answer: InCompany<Endpoint, unknown> }
  | {
      readonly kind: 'write'
      readonly answer: InCompany<Endpoint, unknown>
      /** Turns the command's result, which is stored for repeated requests, into the answer. */
      readonly present: (made: unknown) => unknown
    }
  | { readonly kind: 'each'; readonly answer: OfEach<Endpoint, unknown> }
)

/** The origin of a request: an address as far as we trust our proxies, and the user agent. */
export type Origin = { readonly ip: string; readonly userAgent: string | null }

type OfAnybody<E extends Endpoint, T> = (input: Input<E>, from: Origin) => Promise<T>
type InCompany<E extends Endpoint, T> = (tx: TenantTx, actor: Actor, input: Input<E>) => Promise<T>
type OfEach<E extends Endpoint, T> = (each: Each, input: Input<E>) => Promise<T>
type OfPerson<E extends Endpoint, T> = (self: Self, input: Input<E>) => Promise<T>

/**
 * Runs one of several items in a transaction and under an idempotency key of its own: the actor is read anew for each,
 * and a refusal or a conflict concerns that item alone.
 */
export type Each = <T>(work: Work<T | Refusal>) => Promise<T | Refusal>

/** Spanish words for each refusal of the slice. */
export type Words = (refusal: Refusal) => string

const noWords: Words = refusal => refusal.refused

/** A read in a company. A view's `null` means that the object does not exist for this person, and answers 404. */
export function read<E extends Endpoint>(endpoint: E, view: InCompany<E, Output<E> | null>): Route {
  return { endpoint, kind: 'read', answer: view, words: noWords }
}

/** A write in one transaction; a refusal rolls back and answers 409 (404 for `not_found`, 403 for `forbidden`). */
export function write<E extends Endpoint>(
  endpoint: E,
  words: Words,
  command: InCompany<E, Output<E> | Refusal>,
): Route {
  return { endpoint, kind: 'write', answer: command, words, present: made => made }
}

/**
 * A write that answers a signed link. The command makes the link's payload, which is stored for repeated requests; the
 * signature is added after the transaction and never stored, so that a reader of our tables finds no usable link.
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

/**
 * A write of several independent items: each is done or refused by itself, in the order of the request. Also one in
 * steps with work between them that must not hold a connection, as the reading of a file. A refusal answers for the whole.
 */
export function writeEach<E extends Endpoint>(
  endpoint: E,
  words: Words,
  command: OfEach<E, Output<E> | Refusal>,
): Route {
  return { endpoint, kind: 'each', answer: command, words }
}

/** A call of a signed-in person outside any company: the own account and sessions. `answer` opens its own transactions. */
export function own<E extends Endpoint>(
  endpoint: E,
  words: Words,
  answer: OfPerson<E, Output<E> | Refusal | null>,
): Route {
  return { endpoint, kind: 'own', answer, words }
}

/** A call of a signed-in platform operator. `answer` opens its own transactions. */
export function platform<E extends Endpoint>(
  endpoint: E,
  words: Words,
  answer: OfPerson<E, Output<E> | Refusal | null>,
): Route {
  return { endpoint, kind: 'platform', answer, words }
}

/** A public call, without session or company. */
export function open<E extends Endpoint>(
  endpoint: E,
  answer: OfAnybody<E, Output<E> | Refusal>,
  words: Words = noWords,
): Route {
  return { endpoint, kind: 'public', answer, words }
}
