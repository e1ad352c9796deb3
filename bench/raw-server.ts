// The measure: node:http and pg, the same rows read and written, and nothing else. No tenancy, no check of the
// session, no validation, no permissions. What we add costs the difference.
import http from 'node:http'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 })

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
  decide: 'select bench_decide($1, $2, $3) as answer',
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
    case 'decide':
      for await (const _ of request);
      return run('decide', [company, id, user])
    default:
      return run(name === 'balance' ? 'balance' : 'document', [company, id])
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
