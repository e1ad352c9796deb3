/**
 * The endpoint: one object per API call. The Fastify route, the OpenAPI document and the browser's typed call are
 * all derived from it, so that they cannot disagree.
 */
import { z } from 'zod'
import type { Limit } from '#kernel/limit.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> = {
  /** Name in OpenAPI (`operationId`) and in logs. */
  readonly id: string
  readonly method: Method
  /** With `:name` for each parameter. */
  readonly path: string
  readonly summary: string
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly response: Response
  /** Kinds of refusal that the call may answer, besides the common problems. */
  readonly refusals: readonly string[]
  /** True when an Idempotency-Key is required: the call creates, decides, confirms or moves money. */
  readonly idempotent: boolean
  /**
   * True where a role that only reads (`onlyReads`) may write, because the thing is its own or a paper to take away: a
   * saved view, an export, a Constancia. Of a read: the abilities in its answer are of such things.
   */
  readonly forReaders?: boolean
  /** Rate limit per person. */
  readonly pace?: Limit
  /** Most bytes of a request's body, where it carries a file; otherwise the server's. */
  readonly bodyLimit?: number
  /** True where an honest answer may take longer than five seconds: many statements, a picture, a text shown once. */
  readonly takesLong?: boolean
}

export const Nothing = z.object({})

type Described<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType> = {
  id: string
  method: Method
  path: string
  summary: string
  params?: P
  query?: Q
  body?: B
  response: R
  refusals?: readonly string[]
  idempotent?: boolean
  forReaders?: boolean
  bodyLimit?: number
}

/** Declares an endpoint: omitted `params`, `query` and `body` accept no input. */
export function endpoint<
  R extends z.ZodType,
  P extends z.ZodType = typeof Nothing,
  Q extends z.ZodType = typeof Nothing,
  B extends z.ZodType = typeof Nothing,
>(described: Described<P, Q, B, R>): Endpoint<P, Q, B, R> {
  const nothing = Nothing as z.ZodType
  return {
    refusals: [],
    idempotent: false,
    ...described,
    // The default type arguments above are exactly `Nothing` where `params`, `query` or `body` is omitted.
    params: (described.params ?? nothing) as P,
    query: (described.query ?? nothing) as Q,
    body: (described.body ?? nothing) as B,
  }
}

export type ParamsOf<E extends Endpoint> = z.output<E['params']>
export type QueryOf<E extends Endpoint> = z.output<E['query']>
export type BodyOf<E extends Endpoint> = z.output<E['body']>
export type ResponseOf<E extends Endpoint> = z.output<E['response']>

/** `/api/projects/PRJ-001` from `/api/projects/:projectId`. */
export function pathWith(path: string, params: { readonly [name: string]: unknown }): string {
  return path.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
}
