/** Typed call of the browser: the endpoint object that also makes the server's route. */
import type { z } from 'zod'
import { type Endpoint, pathWith } from '#kernel/endpoint.ts'
import { newId } from '#kernel/ids.ts'
import { type Problem, ProblemWire } from '#kernel/problem.ts'

/** Refusal of the server, with its reason. */
export class ApiProblem extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.title)
    this.problem = problem
  }
}

/** No answer came: the request may or may not have been carried out. */
export class NetworkProblem extends Error {}

type TokenSource = () => Promise<string | null>
let tokenSource: TokenSource = async () => null
let onSessionEnded: () => void = () => {}

/**
 * Sets the source of each call's bearer token, and the handler for a token that the server no longer accepts.
 */
export function setTokenSource(source: TokenSource, whenEnded: () => void): void {
  tokenSource = source
  onSessionEnded = whenEnded
}

/** True once what stood in the way is settled: the call is made again, with the same key. */
type ProblemListener = (problem: Problem) => boolean | Promise<boolean>
let problemListener: ProblemListener = () => false

/** Sets the listener of every refusal, of whatever screen; returns a function that removes it. */
export function listenToProblems(listener: ProblemListener): () => void {
  problemListener = listener
  return () => {
    if (problemListener === listener) problemListener = () => false
  }
}

type InputPart<Part extends z.ZodType, Name extends string> =
  Record<string, never> extends z.input<Part>
    ? { [name in Name]?: z.input<Part> }
    : { [name in Name]: z.input<Part> }

export type CallInput<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = InputPart<
  P,
  'params'
> &
  InputPart<Q, 'query'> &
  InputPart<B, 'body'> & {
    /** Key of one submission, reused by its retries, so that none acts twice. */
    idempotencyKey?: string
    signal?: AbortSignal
  }

/** @throws ApiProblem, NetworkProblem */
export async function call<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(endpoint: Endpoint<P, Q, B, R>, input: CallInput<P, Q, B>): Promise<z.output<R>>
export async function call(endpoint: Endpoint, input: UntypedInput): Promise<unknown> {
  const { params, query, body, idempotencyKey = newId(), signal } = input
  const response = await fetchOrNetworkProblem(
    pathWith(endpoint.path, params ?? {}) + queryText(query ?? {}),
    {
      method: endpoint.method,
      headers: {
        ...(await callHeaders()),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(endpoint.idempotent && { 'Idempotency-Key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    },
  )
  if (response.status === 401) onSessionEnded()
  if (!response.ok) {
    const refused = await readProblem(response)
    if (await problemListener(refused.problem)) return call(endpoint, { ...input, idempotencyKey })
    throw refused
  }
  return endpoint.response.parse(response.status === 204 ? {} : await response.json())
}

/** Response that stays open, for server-sent events. @throws ApiProblem, NetworkProblem */
export async function openStream(path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const headers = { ...(await callHeaders()), Accept: 'text/event-stream' }
  const response = await fetchOrNetworkProblem(path, { headers, signal, cache: 'no-store' })
  if (response.status === 401) onSessionEnded()
  if (!response.ok || !response.body) throw await readProblem(response)
  return response.body
}

/** File of a signed link, as it arrives. @throws ApiProblem, NetworkProblem */
export async function openFile(path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const response = await fetchOrNetworkProblem(path, { signal, cache: 'no-store' })
  if (!response.ok || !response.body) throw await readProblem(response)
  return response.body
}

type UntypedInput = {
  params?: { readonly [name: string]: unknown }
  query?: { readonly [name: string]: unknown }
  body?: unknown
  idempotencyKey?: string
  signal?: AbortSignal
}

/** Headers with the token, which identifies the caller, and an id of the request. */
export async function callHeaders(): Promise<Record<string, string>> {
  const token = await tokenSource()
  return { 'X-Request-Id': newId(), ...(token !== null && { Authorization: `Bearer ${token}` }) }
}

async function fetchOrNetworkProblem(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new NetworkProblem('No hay conexión con el servidor. Comprueba tu red e inténtalo de nuevo.')
  }
}

async function readProblem(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => null)
  return new ApiProblem(problemFrom(body, response.status))
}

/** Problem in a failed answer; a page from a proxy becomes a problem with its status. */
export function problemFrom(body: unknown, status: number): Problem {
  const read = ProblemWire.safeParse(body)
  if (read.success) return read.data
  return { type: 'about:blank', title: 'El servidor no ha respondido como se esperaba.', status }
}

function queryText(query: { readonly [name: string]: unknown }): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

/** Message to the person about any failure. */
export function failureMessage(error: unknown): string {
  if (error instanceof ApiProblem || error instanceof NetworkProblem) return error.message
  return 'Se ha producido un error inesperado.'
}
