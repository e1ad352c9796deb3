// The measure: node:http and pg, the same rows read and written, and nothing else. No tenancy, no check of the
// session, no validation, no permissions. What we add costs the difference.
import { randomUUID } from 'node:crypto'
import http from 'node:http'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16, pipeline: true })

const statements = {
  list: `select d.id, d.project_id, p.name as project_name, d.name, d.type, d.provider_id, pv.name as provider_name,
      d.amount_minor, d.currency, d.state, d.block_cause, d.revision, d.approvals_total, d.approvals_approved,
      d.approvals_rejected, d.approvals_pending, d.created_by, trim(w.name || ' ' || w.last_name) as created_by_name,
      d.created_at, d.updated_at
    from document d join project p on p.company_id = d.company_id and p.id = d.project_id
    join provider pv on pv.company_id = d.company_id and pv.id = d.provider_id join account w on w.id = d.created_by
    where d.company_id = $1 and d.type = $2 and d.state = any ($3::text[]) and (d.search like $4 or pv.search like $4)
    order by d.number desc limit 51`,
  document: `select d.*, p.name as project_name, pv.name as provider_name, k.name as client_name, row_to_json(c) as contract,
      (select json_agg(json_build_object('id', a.id, 'approver', w.name, 'status', a.status, 'comment', a.comment,
        'decidedAt', a.decided_at) order by a.id) from approval a join account w on w.id = a.approver_id
        where a.company_id = d.company_id and a.document_id = d.id and a.revision = d.revision) as approvals,
      (select json_agg(json_build_object('id', f.id, 'name', f.name)) from attachment t
        join file f on f.company_id = t.company_id and f.id = t.file_id
        where t.company_id = d.company_id and t.document_id = d.id and t.revision = d.revision) as attachments,
      (select sum(committed_minor + used_minor) from budget_slot s
        where s.company_id = d.company_id and s.contract_id = d.contract_id) as spent
    from document d join project p on p.company_id = d.company_id and p.id = d.project_id
    join provider pv on pv.company_id = d.company_id and pv.id = d.provider_id
    join client k on k.company_id = d.company_id and k.id = d.client_id
    join contract c on c.company_id = d.company_id and c.id = d.contract_id
    where d.company_id = $1 and d.id = $2`,
  counts: `select state, sum(count)::int as count from document_tally where company_id = $1 and type = $2 group by state`,
  balance: `select c.*, k.name as client_name, pv.name as provider_name, sum(s.requested_minor) as requested,
      sum(s.committed_minor) as committed, sum(s.used_minor) as used
    from contract c join client k on k.company_id = c.company_id and k.id = c.client_id
    left join provider pv on pv.company_id = c.company_id and pv.id = c.provider_id
    left join budget_slot s on s.company_id = c.company_id and s.contract_id = c.id
    where c.company_id = $1 and c.id = $2 group by c.company_id, c.id, k.name, pv.name`,
  call: 'select bench_decide($1, $2, $3) as answer',
  lock: 'select * from document where company_id = $1 and id = $2 for update',
  seats: `select a.id, a.stage, a.approver_id, a.status from document d
    join approval a on a.company_id = d.company_id and a.document_id = d.id and a.revision = d.revision
    where d.company_id = $1 and d.id = $2`,
  seat: `update approval set status = 'approved', decided_at = now(), updated_at = now() where company_id = $1 and id = $2`,
  state: `update document set approvals_approved = $3, approvals_pending = $4, previous_state = state, state = $5,
      updated_at = now() where company_id = $1 and id = $2`,
  event: `insert into event (company_id, id, at, actor_id, action, object_type, object_id, before, after)
    values ($1, $2, now(), $3, 'approval.decided', 'document', $4, $5, $6)`,
  unsealed: 'insert into event_unsealed (company, event_id) values ($1, $2)',
  outbox: `insert into outbox (id, company, topic, payload, created_at, next_try_at)
    values ($1, $2, 'bench', $3, now(), now() + interval '1 day')`,
  key: `insert into idempotency_key (company_id, user_id, route, key, request_digest, answer, created_at)
    values ($1, $2, 'decide', $3, '', $4, now())`,
  stage: `update approval_stage set outcome = 'approved' where company_id = $1 and document_id = $2 and revision = $3`,
  entry: `insert into budget_entry (company_id, contract_id, id, document_id, cause, requested_minor, committed_minor,
      used_minor, at) values ($1, $2, $3, $4, 'approved', -$5::bigint, $5, 0, now())`,
  slot: `update budget_slot set requested_minor = requested_minor - $4, committed_minor = committed_minor + $4
    where company_id = $1 and contract_id = $2 and slot = $3`,
  tally: `insert into document_tally as t (company_id, project_id, type, state, slot, count, amount_minor)
    values ($1, $2, $3, 'approved', $4, 1, $5), ($1, $2, $3, 'in_approval', $4, -1, -$5::bigint)
    on conflict (company_id, project_id, type, state, slot) do update
      set count = t.count + excluded.count, amount_minor = t.amount_minor + excluded.amount_minor`,
}

type Name = keyof typeof statements

async function answer(request: http.IncomingMessage): Promise<unknown> {
  // «Bearer company.user», taken at its word.
  const [company, user] = (request.headers.authorization ?? '').slice(7).split('.')
  const url = new URL(request.url ?? '/', 'http://raw')
  const [, name = '', id] = url.pathname.split('/')
  const run = async (statement: Name, values: unknown[], prepared = true) =>
    (await pool.query({ text: statements[statement], values, ...(prepared ? { name: statement } : {}) })).rows
  switch (name) {
    case 'list':
      return run(
        'list',
        [
          company,
          url.searchParams.get('type'),
          ['in_approval', 'returned', 'blocked'],
          `%${url.searchParams.get('q')}%`,
        ],
        false,
      )
    case 'counts':
      return run('counts', [company, url.searchParams.get('type')])
    case 'call':
      for await (const _ of request);
      return run('call', [company, id, user])
    case 'decide':
      for await (const _ of request);
      return decide(company, user, id)
    default:
      return run(name === 'balance' ? 'balance' : 'document', [company, id])
  }
}

/** A decision as somebody in a hurry would write it well: one flight to lock and read, one to write and commit. */
async function decide(company: string | undefined, user: string | undefined, id: string | undefined) {
  const client = await pool.connect()
  const send = async (name: Name, values: unknown[]) =>
    (await client.query({ name, text: statements[name], values })).rows
  try {
    const [, [order], seats] = await Promise.all([
      client.query('begin'),
      send('lock', [company, id]),
      send('seats', [company, id]),
    ])
    const seat = seats.find(({ approver_id, status }) => approver_id === user && status === 'pending')
    if (!seat) throw new Error('no seat')
    const pending = order.approvals_pending - 1
    const state = pending === 0 ? 'approved' : order.state
    const event = randomUUID()
    const answer = { id, state }
    const { project_id, contract_id, revision, type, number, amount_minor } = order
    await Promise.all([
      send('seat', [company, seat.id]),
      send('state', [company, id, order.approvals_approved + 1, pending, state]),
      send('event', [
        company,
        event,
        user,
        id,
        { state: order.state },
        { state, decision: 'approve', revision },
      ]),
      send('unsealed', [company, event]),
      send('outbox', [randomUUID(), company, { documentId: id }]),
      send('key', [company, user, event, JSON.stringify(answer)]),
      ...(pending === 0
        ? [
            send('stage', [company, id, revision]),
            send('entry', [company, contract_id, randomUUID(), id, amount_minor]),
            send('slot', [company, contract_id, number % 16, amount_minor]),
            send('tally', [company, project_id, type, number % 8, amount_minor]),
          ]
        : []),
      client.query('commit'),
    ])
    return [answer]
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
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
    error => response.writeHead(500).end(String(error)),
  )
})
server.listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
