// The tray as a list: what its search and its filters find, its file, and how much one sender may let wait.
import { afterAll, describe, expect, test } from 'vitest'
import { maxOpenOfProvider, maxUnread } from '#features/invoices/rules/tray.ts'
import { sql } from '#server/database/sql.ts'
import { makeCast } from '#tests/support/cast.ts'
import { startWhole } from '#tests/support/product.ts'

const app = await startWhole()
afterAll(() => app.stop())
const cast = await makeCast(app, 'norte')
const other = await makeCast(app, 'sur')
const { companyId, clientId } = cast
const hidden = await cast.make('/api/providers', { name: 'Reserva Secreta', taxId: 'B12345674' })
const signUp = async (name: string, role: 'provider' | 'provider_user', providerId: string) => {
  const userId = await app.person(companyId, role, cast.address(name), { providerId })
  return { userId, as: await app.signIn(cast.address(name)) }
}
const sender = await signUp('manda', 'provider', cast.providerId)
const colleague = await signUp('colega', 'provider_user', cast.providerId)

type Given = {
  readonly name?: string
  readonly number?: string
  readonly state?: 'waiting' | 'read' | 'refused'
  readonly sentBy?: string
  readonly senderProviderId?: string | null
}

/** Received invoices of one kind, loaded by the owner. */
async function load(count: number, given: Given = {}): Promise<void> {
  const { name = 'factura.pdf', number = null, state = 'read', sentBy = clientId } = given
  const isSettled = state === 'refused'
  await app.tamper(sql`
    with loaded as (insert into file (company_id, id, sha256, media_type, size, name, uploaded_by, created_at)
      select ${companyId}, gen_random_uuid(), encode(sha256(random()::text::bytea), 'hex'), 'application/pdf', 10, ${name}, ${sentBy}, now()
      from generate_series(1, ${count}::int) returning id, sha256)
    insert into received_invoice (company_id, id, file_id, sha256, client_id, sender_provider_id, sent_by, created_at,
      state, read_after, source, issuer_name, issuer_key, number, invoice_key, total_minor, currency, provider_id,
      reason, settled_by, settled_at)
    select ${companyId}, gen_random_uuid(), id, sha256, ${given.senderProviderId === undefined ? clientId : null},
      ${given.senderProviderId ?? null}, ${sentBy}, now(), ${state}, now() + interval '1 hour', 'text',
      'Cristalería Ñandú', 'B12345674', ${number}, ${number?.replace(/\W/g, '').toLowerCase() ?? null}, 12100, 'EUR',
      ${hidden}, ${isSettled ? 'Repetida' : null}, ${isSettled ? clientId : null},
      ${isSettled ? new Date() : null} from loaded`)
}

await load(30, { name: 'montaña.pdf', number: 'F-1' })
await load(30, { name: 'valle.pdf', number: 'F-2' })
await load(3, { name: 'espera.pdf', state: 'waiting' })
await load(4, { name: 'no.pdf', number: 'R-77', state: 'refused' })
await load(5, {
  name: 'ajena.pdf',
  number: 'P-9',
  sentBy: sender.userId,
  senderProviderId: cast.providerId,
})

async function found(query: string, as = cast.admin): Promise<string[]> {
  const ids: string[] = []
  for (let after = ''; ; ) {
    const { status, body } = await app.ask(`/api/received-invoices?limit=20&${query}${after}`, { as })
    expect(status, JSON.stringify(body)).toBe(200)
    ids.push(...body.items.map(({ id }: { id: string }) => id))
    if (body.next === null) return ids
    after = `&after=${body.next}`
  }
}
const count = async (query: string, as?: string) => (await found(query, as)).length
const typed = (q: string) => `q=${encodeURIComponent(q)}`

describe('a received invoice is found', () => {
  test.each([
    ['MONTANA', 30],
    ['f-1', 30],
    ['cristaleria nandu', 72],
    ['B-12.345.674', 72],
    ['es b12345674', 72],
    ['reserva secreta', 72],
    ['R77', 4],
    ['nada de esto', 0],
    ["' or true --", 0],
    ['%', 0],
  ])('by %s, whatever the case and the accents', async (q, expected) => {
    expect(await count(typed(q))).toBe(expected)
  })

  test('in a tab and in a state, each once, the latest first, page after page', async () => {
    expect(await count('tab=open')).toBe(68)
    expect(await count('tab=open&state=waiting')).toBe(3)
    expect(await count('tab=refused')).toBe(4)
    expect(await count('tab=ordered&state=read')).toBe(0)
    const all = await found('')
    expect(new Set(all).size).toBe(72)
    expect(all).toEqual(all.toSorted().toReversed())
    const mountains = await found('q=montana')
    expect(mountains).toEqual(all.filter(id => mountains.includes(id)))
  })

  test('by nobody who does not see it, and by its sender only by what it says itself', async () => {
    for (const as of [other.admin, other.client, ...cast.approvers, cast.executor])
      expect(await count(typed('cristaleria'), as)).toBe(0)
    expect(await count(typed('cristaleria'), cast.client)).toBe(67)
    expect(await count(typed('ajena'), sender.as)).toBe(5)
    expect(await count(typed('montaña'), sender.as)).toBe(0)
    // The company's name for another provider is not told, not even by what is found.
    expect(await count(typed('secreta'), sender.as)).toBe(0)
  })

  test('and what is no filter or no place of the list is refused', async () => {
    for (const query of ['tab=todas', 'state=leida', 'after=x', 'limit=0', `q=${'x'.repeat(101)}`])
      expect((await app.ask(`/api/received-invoices?${query}`, { as: cast.admin })).status, query).toBe(422)
    expect((await app.ask('/api/received-invoices?q=montana')).status).toBe(401)
  })
})

describe('the tray as a file', () => {
  const exported = (body: object, as: string | undefined = cast.admin) =>
    app.ask('/api/received-invoices/exports', { method: 'POST', as, body: { format: 'csv', ...body } })
  const linesOf = async (url: string) => {
    const file = await app.http.inject({ method: 'GET', url })
    expect(file.statusCode).toBe(200)
    return file.body.replace('\ufeff', '').trimEnd().split('\r\n')
  }

  test('has the rows that the screen shows, and its journal says who took it', async () => {
    const { status, body } = await exported({ tab: 'refused', q: 'r-77' })
    expect([status, body.rows]).toEqual([200, 4])
    const [header, ...lines] = await linesOf(body.url)
    expect(header).toMatch(/^Recibida;Estado;Emisor;NIF;/)
    expect(lines).toHaveLength(4)
    for (const line of lines) {
      expect(line).toMatch(/^\d\d\/\d\d\/\d{4};Rechazada;Reserva Secreta;B12345674;/)
      expect(line).toContain(';R-77;')
      expect(line).toContain(';121,00;EUR;Factura;')
      expect(line).toContain(';no.pdf;;Repetida;')
    }
    const events = await app.journal(companyId, companyId)
    expect(events.map(({ action }) => action)).toContain('invoices.exported')
  })

  test('is what its person sees, and no more', async () => {
    const { body } = await exported({}, sender.as)
    expect(body.rows).toBe(5)
    expect((await linesOf(body.url)).join()).not.toContain('Secreta')
    expect((await exported({}, other.admin)).body.rows).toBe(0)
    expect((await exported({}, cast.approvers[0])).body.rows).toBe(0)
    expect(
      (await app.ask('/api/received-invoices/exports', { method: 'POST', body: { format: 'csv' } })).status,
    ).toBe(401)
    expect((await exported({ format: 'pdf' })).status).toBe(422)
  })
})

describe('one sender', () => {
  async function sends({ userId, as }: { userId: string; as: string }) {
    const rows = await app.tamper(sql`
      insert into file (company_id, id, sha256, media_type, size, name, uploaded_by, created_at)
      values (${companyId}, gen_random_uuid(), encode(sha256(random()::text::bytea), 'hex'), 'application/pdf', 10, 'otra.pdf', ${userId}, now())
      returning id`)
    const { status, body } = await app.ask('/api/received-invoices', {
      method: 'POST',
      as,
      body: { fileId: rows[0]?.id },
    })
    return status === 200 ? 200 : `${status} ${body.type}`
  }
  const full = (kind: string) => `409 /problems/${kind}`

  test('lets no more than so many files wait to be read, however many come at once; others go on', async () => {
    await load(maxUnread - 1, {
      state: 'waiting',
      sentBy: sender.userId,
      senderProviderId: cast.providerId,
    })
    const answers = await Promise.all([1, 2, 3, 4].map(() => sends(sender)))
    expect(answers.toSorted()).toEqual([200, ...Array(3).fill(full('too_many_unread'))].toSorted())
    expect(await sends(colleague)).toBe(200)
    await app.tamper(sql`update received_invoice set state = 'read' where sent_by = ${sender.userId}
      and state = 'waiting'`)
    expect(await sends(sender)).toBe(200)
  })

  test('and its colleagues let no more than so many wait for the company, which goes on', async () => {
    const [row] = await app.tamper(sql`select count(*)::int as count from received_invoice
      where sender_provider_id = ${cast.providerId} and state <> 'refused'`)
    await load(maxOpenOfProvider - Number(row?.count), {
      sentBy: sender.userId,
      senderProviderId: cast.providerId,
    })
    for (const who of [sender, colleague]) expect(await sends(who)).toBe(full('too_many_open'))
    expect(await sends({ userId: clientId, as: cast.client })).toBe(200)
    await app.tamper(sql`update received_invoice set state = 'refused', reason = 'No', settled_by = ${clientId},
      settled_at = now() where id = (select id from received_invoice where sent_by = ${sender.userId}
        and state = 'read' limit 1)`)
    expect(await sends(colleague)).toBe(200)
    expect(await sends(sender)).toBe(full('too_many_open'))
  })
})
