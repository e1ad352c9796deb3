// Writes of people in `npm run bench:growth`: an order made, approved, and confirmed, another one each time.
import pg from 'pg'
import { dayFromInstant } from '#kernel/day.ts'
import type { Who } from './growth-screens.ts'
import type { Shot } from './load.ts'
import { id } from './tokens.ts'

type Write = {
  readonly who: Who
  readonly shot: (orders: number) => Shot
  /** Most times that it can be written: as many as the company with fewest has orders for it. */
  readonly most: number
}

/** @param count how often each is written, where there are orders. Those of a kept database are used up after some runs. */
export async function openWrites(
  url: string,
  sizes: readonly number[],
  count: number,
): Promise<{ readonly [name: string]: Write }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // Of the approver of all, and of projects in which the other seat is not theirs.
  const seated = `select d.id from document d join approval a on a.company_id = d.company_id and a.document_id = d.id
    where d.company_id = $1 and a.approver_id = $2 and a.status = 'pending' and d.state = $3 order by d.number limit $4`
  const toApprove = await openOrders(client, sizes, { state: 'in_approval', count }, seated)
  const toConfirm = await openOrders(
    client,
    sizes,
    { state: 'approved', count },
    `select id from document where company_id = $1 and $2::uuid is not null
    and state = $3 order by number limit $4`,
  )
  await client.end()
  let made = Date.now()
  const today = dayFromInstant(new Date(), 'Europe/Madrid')
  return {
    submit: {
      who: 'client',
      most: count,
      shot: () =>
        post('/api/documents', {
          projectId: 'PRJ-001',
          type: 'gasto',
          name: `Cemento ${++made}`,
          providerId: 'PRV-002',
          amountMinor: String(made % 1_000_000_007),
          invoiceNumber: `G-${made}`,
        }),
    },
    approve: {
      who: 'approver of all',
      most: toApprove.most,
      shot: size =>
        post(`/api/documents/${toApprove.next(size)}/decision`, { revision: 1, decision: 'approve' }),
    },
    confirm: {
      who: 'executor',
      most: toConfirm.most,
      shot: size =>
        post(`/api/documents/${toConfirm.next(size)}/execution`, {
          revision: 1,
          executedOn: today,
          reference: 'TRF',
        }),
    },
  }
}

type Wanted = { readonly state: 'in_approval' | 'approved'; readonly count: number }

/** Orders of each company, each of which is taken once. */
async function openOrders(
  client: pg.Client,
  sizes: readonly number[],
  { state, count }: Wanted,
  sql: string,
): Promise<{ readonly next: (size: number) => string; readonly most: number }> {
  const found = new Map<number, string[]>()
  for (const size of sizes) {
    const values = [id(`growth${size}`), id(`growth${size}-8`), state, count]
    const { rows } = await client.query<{ id: string }>(sql, values)
    found.set(
      size,
      rows.map(row => row.id),
    )
  }
  const next = (size: number): string => {
    const taken = found.get(size)?.pop()
    if (!taken) throw new Error(`no order ${state} is left: make the database anew`)
    return taken
  }
  return { next, most: Math.min(...[...found.values()].map(ids => ids.length)) }
}

const post = (path: string, body: object): Shot => ({
  head: `POST ${path} HTTP/1.1\r\ncontent-type: application/json\r\nidempotency-key: ${crypto.randomUUID()}\r\n`,
  body: JSON.stringify(body),
})
