// Our own statements on a bare node:http: no session, no transaction, no permission, no validation, and of the answer
// only the rows. It says what everything around our statements costs.
import http from 'node:http'
import pg from 'pg'
import { giveBack, send } from '#server/database/pipeline.ts'
import { openRecorder, type Recorded } from './own-statements.ts'

const {
  DATABASE_URL: connectionString = '',
  APP_URL: appUrl = '',
  APP_SECRET: secret = '',
  ORIGIN: origin = '',
} = process.env
// As our program's own connections plan: see `openDb`.
const options = '-c random_page_cost=1.1 -c jit=off'
const pool = new pg.Pool({ connectionString, max: 16, pipeline: true, options })
const record = openRecorder({ appUrl, secret, origin })
const known = new Map<string, Recorded>()

/** Rows of the statements with which our program answers the request; recorded when it is first made. */
async function answer({ url: address = '/', headers }: http.IncomingMessage): Promise<unknown> {
  if (address === '/') return [] // asked until it is there
  const key = `${headers.authorization} ${address}`
  const recorded = known.get(key)
  if (recorded) return run(recorded)
  const made = await record({ authorization: headers.authorization, address })
  const rows = await run(made)
  // As the owner, whom row level security does not bind: the statements must find the same rows by themselves.
  if (rows.length !== made.rowCount) throw new Error(`${rows.length} rows, not ${made.rowCount}: ${address}`)
  known.set(key, made)
  return rows
}

async function run({ steps }: Recorded): Promise<unknown[]> {
  const client = await pool.connect()
  try {
    const rows: unknown[] = []
    for (const step of steps)
      for (const found of await Promise.all(step.map(query => send(client, query)))) rows.push(...found.rows)
    return rows
  } finally {
    giveBack(client)
  }
}

const server = http.createServer((request, response) => {
  answer(request).then(
    rows => {
      const body = JSON.stringify(rows)
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
        .end(body)
    },
    error => {
      console.error(error)
      const body = String(error)
      response.writeHead(500, { 'content-length': Buffer.byteLength(body) }).end(body)
    },
  )
})
server.listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
