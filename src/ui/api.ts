/** The browser's typed call: the same endpoint object that the server's route is made from. */
import type { z } from 'zod'
import { type Endpoint, pathWith } from '#kernel/endpoint.ts'
import { newId } from '#kernel/ids.ts'
import { type Problem, ProblemWire } from '#kernel/problem.ts'

/** The server answered no, with the reason. */
export class ApiProblem extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.title)
    this.problem = problem
  }
}

/** No answer came: it may or may not have happened. */
export class NetworkProblem extends Error {}

type TokenSource = () => Promise<string | null>
let tokenSource: TokenSource = async () => null
let onSessionEnded: () => void = () => {}

/** Says where the bearer token of each call comes from, and what to do when the server no longer takes it. */
export function takeTokensFrom(source: TokenSource, whenEnded: () => void): void {
  tokenSource = source
  onSessionEnded = whenEnded
}

type Hear = (problem: Problem) => void
let hear: Hear = () => {}

/** Says who hears of every refusal, whatever screen asked; answers how to stop. */
export function hearProblems(listener: Hear): () => void {
  hear = listener
  return () => {
    if (hear === listener) hear = () => {}
  }
}

type Given<Part extends z.ZodType, Name extends string> =
  Record<string, never> extends z.input<Part>
    ? { [name in Name]?: z.input<Part> }
    : { [name in Name]: z.input<Part> }

export type CallInput<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = Given<P, 'params'> &
  Given<Q, 'query'> &
  Given<B, 'body'> & {
    /** The same key for the same submission, so that a retry cannot act twice. */
    idempotencyKey?: string
    signal?: AbortSignal
  }

/** Throws ApiProblem or NetworkProblem. */
export async function call<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(endpoint: Endpoint<P, Q, B, R>, input: CallInput<P, Q, B>): Promise<z.output<R>>
export async function call(endpoint: Endpoint, input: Loose): Promise<unknown> {
  const { params, query, body, idempotencyKey, signal } = input
  const response = await reach(pathWith(endpoint.path, params ?? {}) + search(query ?? {}), {
    method: endpoint.method,
    headers: {
      ...(await identity()),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(endpoint.idempotent && { 'Idempotency-Key': idempotencyKey ?? newId() }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  if (response.status === 401) onSessionEnded()
  if (!response.ok) {
    const refused = await problemOf(response)
    hear(refused.problem)
    throw refused
  }
  return endpoint.response.parse(response.status === 204 ? {} : await response.json())
}

/** An answer that goes on: for server-sent events. Throws as `call` does. */
export async function openStream(path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const headers = { ...(await identity()), Accept: 'text/event-stream' }
  const response = await reach(path, { headers, signal, cache: 'no-store' })
  if (response.status === 401) onSessionEnded()
  if (!response.ok || !response.body) throw await problemOf(response)
  return response.body
}

type Loose = {
  params?: { readonly [name: string]: unknown }
  query?: { readonly [name: string]: unknown }
  body?: unknown
  idempotencyKey?: string
  signal?: AbortSignal
}

/** The headers that say who asks, and which request it was. */
export async function identity(): Promise<Record<string, string>> {
  const token = await tokenSource()
  return { 'X-Request-Id': newId(), ...(token !== null && { Authorization: `Bearer ${token}` }) }
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new NetworkProblem('No hay conexión con el servidor. Comprueba tu red e inténtalo de nuevo.')
  }
}

async function problemOf(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => null)
  return new ApiProblem(problemFrom(body, response.status))
}

/** What a failed answer says; a proxy's page in place of a problem is told by its status. */
export function problemFrom(body: unknown, status: number): Problem {
  const read = ProblemWire.safeParse(body)
  if (read.success) return read.data
  return { type: 'about:blank', title: 'El servidor no ha respondido como se esperaba.', status }
}

function search(query: { readonly [name: string]: unknown }): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

/** What a person is told about a failure, whatever it was. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiProblem || error instanceof NetworkProblem) return error.message
  return 'Se ha producido un error inesperado.'
}
