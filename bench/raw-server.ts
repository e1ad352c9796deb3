// The measure: node:http and pg, the same filters, the same rows read by each role, the same rows written, and nothing
// else: no check of the session, no validation, no permissions. What we add costs the difference.
import { randomUUID } from 'node:crypto'
import http from 'node:http'
import pg from 'pg'

const options = '-c random_page_cost=1.1 -c jit=off' // as our own connections plan
const connectionString = process.env.DATABASE_URL
const pool = new pg.Pool({ connectionString, max: 16, pipeline: true, options })

/** Projects of an approver, `$2`. */
const assigned = `array(select project_id from project_approver where company_id = $1 and user_id = $2
  union select project_id from project_permission where company_id = $1 and user_id = $2)`

/** Orders that an approver decided, or may decide, in another's place. */
const inAnothersPlace = `array(select s.document_id from delegation g
    join approval s on s.company_id = g.company_id and s.approver_id = g.from_user and s.status = 'pending'
    where g.company_id = $1 and g.to_user = $2 and g.ended_at is null and current_date between g.starts_on and g.ends_on
  union select document_id from approval where company_id = $1 and decided_by = $2)`

/** Orders `d` that a person, `$2`, sees by their role: what our program shows, and no session that proves it. */
const visible = {
  admin: '$2::uuid is not null',
  client: 'd.client_id = $2',
  approver: `(d.project_id = any (${assigned}) or exists (select from approval s
    where s.company_id = d.company_id and s.approver_id = $2 and s.document_id = d.id) or d.id = any (${inAnothersPlace}))`,
}

/** Orders that an approver sees for a seat alone, outside their projects. */
const elsewhere = `
  union all select d.state, d.currency, 1, d.amount_minor from document d
  where d.company_id = $1 and d.type = $3 and d.project_id <> all (${assigned}) and d.id = any (array(
    select s.document_id from project p join approval s on s.company_id = p.company_id and s.project_id = p.id
      and s.approver_id = $2 where p.company_id = $1 and p.id <> all (${assigned})
    union select unnest(${inAnothersPlace})))`

/** Tallies `t` of projects `p` that a person sees. */
const tallied = {
  admin: '$2::uuid is not null',
  client: 'p.client_id = $2',
  approver: `t.project_id = any (${assigned})`,
}

type Role = keyof typeof visible

/** Each read, with what the role sees. */
const reads = {
  // Words of the order by their beginnings, names of its provider and project by any part: as our search finds them.
  list: (role: Role) => `
    select d.id, d.number, d.project_id, p.name as project_name, d.name, d.type, d.provider_id, pv.name as provider_name,
      d.amount_minor, d.currency, d.state, d.block_cause, d.revision, d.approvals_total, d.approvals_approved,
      d.approvals_rejected, d.approvals_pending, d.created_by, trim(who.name || ' ' || who.last_name) as created_by_name,
      d.created_at, d.updated_at, d.receipt, d.payment_batch_id, pv.status <> 'active' as provider_off,
      k.name as client_name, d.invoice_number, d.approved_at, x.executed_on
    from document d join project p on p.company_id = d.company_id and p.id = d.project_id
    join provider pv on pv.company_id = d.company_id and pv.id = d.provider_id join account who on who.id = d.created_by
    join client k on k.company_id = d.company_id and k.id = d.client_id
    left join execution x on x.company_id = d.company_id and x.document_id = d.id and x.is_last
    where d.company_id = $1 and ${visible[role]} and d.type = $3 and d.state = any ($4::text[])
      and (d.search like $5 and d.search ~ $6 or d.invoice_key like $5 and fold(d.invoice_number) ~ $6
        or d.provider_id in (select id from provider where company_id = $1 and search like $5)
        or d.project_id in (select id from project where company_id = $1 and search like $5))
    order by d.number desc limit 51`,
  document: (role: Role) => `
    select d.*, p.name as project_name, pv.name as provider_name, k.name as client_name, row_to_json(c) as contract,
      (select json_agg(json_build_object('id', a.id, 'approver', who.name, 'status', a.status, 'comment', a.comment,
        'decidedAt', a.decided_at) order by a.id) from approval a join account who on who.id = a.approver_id
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
    where d.company_id = $1 and ${visible[role]} and d.id = $3`,
  counts: (role: Role) => `
    select state, currency, sum(count)::int as count, sum(minor)::bigint as minor from (
      select t.state, p.currency, t.count, t.amount_minor as minor
      from document_tally t join project p on p.company_id = t.company_id and p.id = t.project_id
      where t.company_id = $1 and t.type = $3 and ${tallied[role]} ${role === 'approver' ? elsewhere : ''}) d
    group by state, currency`,
  balance: (role: Role) => `
    select c.*, k.name as client_name, pv.name as provider_name, sum(s.requested_minor) as requested,
      sum(s.committed_minor) as committed, sum(s.used_minor) as used
    from contract c join client k on k.company_id = c.company_id and k.id = c.client_id
    left join provider pv on pv.company_id = c.company_id and pv.id = c.provider_id
    left join budget_slot s on s.company_id = c.company_id and s.contract_id = c.id
    where c.company_id = $1 and ${role === 'client' ? 'c.client_id = $2' : '$2::uuid is not null'} and c.id = $3
    group by c.company_id, c.id, k.name, pv.name`,
}

const statements = {
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
  // «Bearer company.user.role», taken at its word.
  const [company, user, role] = (request.headers.authorization ?? '').slice(7).split('.')
  const url = new URL(request.url ?? '/', 'http://raw')
  const [, name = '', id] = url.pathname.split('/')
  const read = (what: keyof typeof reads, ...values: unknown[]) => {
    const known = role === 'admin' || role === 'client' ? role : 'approver'
    return rows(`${what} ${known}`, reads[what](known), [company, user, ...values])
  }
  switch (name) {
    case 'list': {
      const word = url.searchParams.get('q')
      const states = ['in_approval', 'returned', 'blocked']
      return read('list', url.searchParams.get('type'), states, `%${word}%`, `(^|[0-9${separators}])${word}`)
    }
    case 'counts':
      return read('counts', url.searchParams.get('type'))
    case 'balance':
      return read('balance', id)
    case 'document':
      return read('document', id)
    case 'call':
      for await (const _ of request);
      return rows('call', statements.call, [company, id, user])
    case 'decide':
      for await (const _ of request);
      return decide(company, user, id)
    default:
      return []
  }
}

/** Characters between words, as our search reads them. */
const separators = ' -/:-@[-`{-~'

const rows = async (name: string, text: string, values: unknown[]) =>
  (await pool.query({ name, text, values })).rows

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
