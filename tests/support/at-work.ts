// People who work while something fails: they ask and send without pause, and remember every answer and how long it took.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect } from 'vitest'

export type Heard = {
  readonly status: number
  /** Null where nothing came at all. */
  readonly type: string | null
  readonly title: string | null
  readonly contentType: string | null
  readonly retryAfter: string | null
  readonly ms: number
  /** Instant of the answer, as `performance.now` counts. */
  readonly at: number
  readonly body: ReturnType<typeof JSON.parse>
}

/** An order that was sent, under its key. */
export type Sent = { readonly name: string; readonly key: string; readonly heard: Heard }

export type Place = { readonly origin: string; readonly as: string }

/** One request, as a browser sends it. */
export async function hear({ origin, as }: Place, path: string, init: RequestInit = {}): Promise<Heard> {
  const began = performance.now()
  const headers = { authorization: `Bearer ${as}`, ...init.headers }
  const answer = await fetch(origin + path, { ...init, headers }).catch(() => null)
  const text = (await answer?.text().catch(() => '')) ?? ''
  const at = performance.now()
  const header = (name: string) => answer?.headers.get(name) ?? null
  const contentType = header('content-type')
  const body = contentType?.includes('json') ? JSON.parse(text) : text
  const { type = null, title = null } = Object(body)
  return {
    status: answer?.status ?? 0,
    type,
    title,
    contentType,
    body,
    retryAfter: header('retry-after'),
    ms: at - began,
    at,
  }
}

export const sendOrder = (place: Place, name: string, key: string): Promise<Heard> =>
  hear(place, '/api/documents', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({
      projectId: 'PRJ-001',
      type: 'gasto',
      providerId: 'PRV-001',
      amountMinor: '100',
      duplicateReason: 'Son muchos iguales',
      name,
    }),
  })

export type Crowd = {
  /** Orders sent so far, the oldest first. */
  readonly sent: readonly Sent[]
  /** Answers to reads so far. */
  readonly read: readonly Heard[]
  /** Resolves once everybody has had the answer they wait for. */
  goHome(): Promise<void>
}

let crowds = 0

/** So many who send orders and so many who read, each with one request under way; a pause between two is a person's. */
export function putToWork(
  place: Place,
  { writers, readers, pauseMs = 0 }: { writers: number; readers: number; pauseMs?: number },
): Crowd {
  const [sent, read]: [Sent[], Heard[]] = [[], []]
  let isOver = false
  const crowd = ++crowds
  const repeat = async (work: (turn: number) => Promise<void>) => {
    for (let turn = 0; !isOver; turn++) {
      await work(turn)
      await sleep(pauseMs)
    }
  }
  const write = (worker: number) => async (turn: number) => {
    const it = { name: `Turno ${crowd}-${worker}-${turn}.`, key: crypto.randomUUID() }
    sent.push({ ...it, heard: await sendOrder(place, it.name, it.key) })
  }
  const look = async (turn: number) => {
    read.push(await hear(place, turn % 2 ? '/api/projects' : '/api/documents?limit=20'))
  }
  const working = [
    ...Array.from({ length: writers }, (_, worker) => repeat(write(worker))),
    ...Array.from({ length: readers }, () => repeat(look)),
  ]
  return {
    sent,
    read,
    goHome: async () => {
      isOver = true
      await Promise.all(working)
    },
  }
}

/** Answer for somebody who cannot be served now: what it is, in Spanish, and when to try again. */
export function expectClearlyBusy(heard: Heard): void {
  expect(heard, JSON.stringify(heard)).toMatchObject({
    status: 503,
    type: '/problems/busy',
    title: 'El sistema está ocupado. Inténtalo de nuevo en unos segundos.',
    contentType: expect.stringContaining('application/problem+json'),
  })
  expect(Number(heard.retryAfter)).toBeGreaterThan(0)
}

/** Every answer is what was asked for, or clearly busy. */
export function expectClear(answers: readonly Heard[]): void {
  for (const heard of answers) if (heard.status !== 200) expectClearlyBusy(heard)
}

/**
 * The longest that the machine needed meanwhile for an answer that no database is asked for, three times: a request waits
 * for its turn as it comes, as its time is up and as it is answered. `end` stops looking.
 */
export function watchMachine(origin: string) {
  let [isOver, longest] = [false, 0]
  const watching = (async () => {
    for (; !isOver; await sleep(50)) {
      const began = performance.now()
      expect((await fetch(`${origin}/healthz`)).status).toBe(200)
      longest = Math.max(longest, performance.now() - began)
    }
  })()
  watching.catch(() => {}) // whoever ends it hears of it
  return {
    end: async (): Promise<{ lateMs: number }> => {
      isOver = true
      await watching
      return { lateMs: 3 * longest }
    },
  }
}

/**
 * Sends again, each under its key, what was answered with an outage: it may have been done, or not. After it every order
 * that was ever sent is there, and its journal says once that it was submitted.
 */
export async function expectEachOnce(
  place: Place,
  sent: readonly Sent[],
  databaseUrl: string,
): Promise<void> {
  for (const { name, key, heard } of sent)
    if (heard.status !== 200) expect((await sendOrder(place, name, key)).status).toBe(200)
  const names = sent.map(({ name }) => name)
  const rows = await askDatabase<{ name: string; submitted: number }>(
    databaseUrl,
    `select d.name, count(e.*)::int as submitted from document d
     left join event e on e.company_id = d.company_id and e.object_id = d.id and e.action = 'document.submitted'
     where d.name = any ($1) group by d.company_id, d.id, d.name`,
    [names],
  )
  expect(rows.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  expect(new Set(rows.map(({ submitted }) => submitted))).toEqual(new Set([1]))
}

export async function askDatabase<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {}) // the statement under way says so
  await client.connect()
  try {
    return (await client.query<Row>(text, [...values])).rows
  } finally {
    await client.end().catch(() => {})
  }
}
