// A file of many pages: how far it is read ahead, who stops it, and how long it may take.
import { once } from 'node:events'
import { pino } from 'pino'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type PageRequest, type ReadPage, sendList } from '#server/http/list-file.ts'
import { newServer } from '#server/http/server.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** Address of a file whose pages `readPage` reads, on a server that gives a request 400 ms to arrive. */
async function served(readPage: ReadPage, format: 'csv' | 'xlsx'): Promise<string> {
  const http = newServer(pino({ level: 'silent' }), { slowest: 400 })
  http.get('/file', (_, reply) =>
    sendList(reply, readPage, {
      title: 'Pedidos',
      columns: [{ header: 'Nombre', width: 30 }],
      name: 'a',
      format,
    }),
  )
  stops.push(() => http.close())
  return `${await http.listen({ host: '127.0.0.1', port: 0 })}/file`
}

const place = ({ after }: PageRequest) => Number(after ?? 0)

const pageAt = (at: number, { limit }: PageRequest, last = Number.POSITIVE_INFINITY) => ({
  items: Array.from({ length: limit }, (_, row) => [
    // Many different words, as real rows have: what compresses to nothing fills no buffer.
    { text: `Pedido ${at * limit + row} ${Array.from({ length: 8 }, () => crypto.randomUUID()).join()}` },
  ]),
  next: at === last ? null : String(at + 1),
})

const databaseAway = () => new Error('Connection terminated unexpectedly')

describe.each(['csv', 'xlsx'] as const)('%s', format => {
  test('nobody reads on for a browser that does not: a few pages wait, whatever the list has', async () => {
    const readPage = vi.fn(async (beyond: PageRequest) => pageAt(place(beyond), beyond))
    const answer = await fetch(await served(readPage, format))
    await vi.waitFor(() => expect(readPage.mock.calls.length).toBeGreaterThan(1))
    let before = 0
    await vi.waitFor(
      () => {
        const now = readPage.mock.calls.length
        const stands = now === before
        before = now
        expect(stands, `${now} pages`).toBe(true)
      },
      { interval: 500, timeout: 15_000 },
    )
    expect(before).toBeLessThan(60)
    await answer.body?.cancel()
  })

  test('a reader whose right ends gets no further page, and no file that looks whole', async () => {
    const readPage = vi.fn(async (beyond: PageRequest) =>
      place(beyond) < 3 ? pageAt(place(beyond), beyond) : null,
    )
    const answer = await fetch(await served(readPage, format))
    await expect(answer.arrayBuffer()).rejects.toThrow()
    expect(readPage).toHaveBeenCalledTimes(4)
  })

  test('a page that fails while the one before it is written breaks the file, and nothing else', async () => {
    // No spy: it would itself handle the failure that nobody may be waiting for.
    const readPage = async (beyond: PageRequest) => {
      if (place(beyond) === 2) throw new Error('the database went away')
      return pageAt(place(beyond), beyond)
    }
    const address = await served(readPage, format)
    const answer = await fetch(address)
    await expect(answer.arrayBuffer()).rejects.toThrow()
    expect((await fetch(address)).status).toBe(200)
  })

  test('a page for which the database is away is asked again from the same key: every row leaves once', async () => {
    const asked: number[] = []
    const readPage = async (beyond: PageRequest) => {
      const at = place(beyond)
      asked.push(at)
      if (at === 2 && asked.length < 5) throw databaseAway()
      return pageAt(at, { ...beyond, limit: 10 }, 3)
    }
    const answer = await fetch(await served(readPage, format))
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(asked).toEqual([0, 1, 2, 2, 2, 3])
    if (format === 'csv') expect(bytes.toString().trimEnd().split('\r\n')).toHaveLength(1 + 40)
    else expect(bytes.subarray(-22, -18).toString('hex')).toBe('504b0506')
  })

  test('a database that stays away breaks the file: it never looks whole', async () => {
    const readPage = async (beyond: PageRequest) => {
      if (place(beyond) === 2) throw databaseAway()
      return pageAt(place(beyond), beyond)
    }
    const answer = await fetch(await served(readPage, format))
    await expect(answer.arrayBuffer()).rejects.toThrow()
  }, 20_000)

  test('whoever leaves is read no further page for, not even while the database is away', async () => {
    const readPage = vi.fn(async (beyond: PageRequest) => {
      if (place(beyond) === 1) throw databaseAway()
      return pageAt(place(beyond), beyond)
    })
    const answer = await fetch(await served(readPage, format))
    await vi.waitFor(() => expect(readPage).toHaveBeenCalledTimes(3))
    await answer.body?.cancel()
    // The next try would come after 400 ms.
    await once(AbortSignal.timeout(1_000), 'abort')
    expect(readPage).toHaveBeenCalledTimes(3)
  })

  test('a file may take longer to leave than its request to arrive', async () => {
    let rows = 0
    const readPage = async (beyond: PageRequest) => {
      rows += beyond.limit
      await once(AbortSignal.timeout(250), 'abort')
      return pageAt(place(beyond), beyond, 5)
    }
    const answer = await fetch(await served(readPage, format))
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (format === 'csv') expect(bytes.toString().trimEnd().split('\r\n')).toHaveLength(1 + rows)
    else expect(bytes.subarray(-22, -18).toString('hex')).toBe('504b0506')
  })
})
