// People of a company page by page, sorted, and as a file.
import { afterAll, describe, expect, test } from 'vitest'
import { peopleList } from '#features/people/list.ts'
import { fold } from '#kernel/text.ts'
import { sql } from '#server/database/sql.ts'
import { makeCast } from '#tests/support/cast.ts'
import { startWhole } from '#tests/support/product.ts'

const app = await startWhole()
afterAll(() => app.stop())
const cast = await makeCast(app, 'norte')
const other = await makeCast(app, 'sur')
const beside = await makeCast(app, 'este', { companyId: cast.companyId })
await loadPeople(cast.companyId, cast.clientId, 130)
await loadPeople(other.companyId, other.clientId, 20)

/** Names repeat, every seventh is switched off, every third has never come in. */
async function loadPeople(companyId: string, clientId: string, count: number): Promise<void> {
  await app.tamper(sql`
    with made as (insert into account (id, email, name, last_name, role, active, created_at, updated_at, last_sign_in_at)
      select gen_random_uuid(), 'persona' || n || '@' || ${companyId} || '.example',
        (array['Óscar', 'ana', 'Zoe', 'Faro'])[1 + n % 4], 'Apellido ' || n / 2, 'client_user', true, now(), now(),
        case when n % 3 > 0 then now() - (n / 2) * interval '1 hour' end
      from generate_series(1, ${count}::int) n returning id, email)
    insert into member (company_id, user_id, client_id, active, created_at)
    select ${companyId}, id, ${clientId}, hashtext(email) % 7 <> 0, now() - hashtext(email) % 50 * interval '1 day' from made`)
}

type Person = {
  userId: string
  name: string
  email: string
  active: boolean
  organisation: string | null
  lastSignInAt: string | null
  createdAt: string
}

async function allOf(query: string, as = cast.admin): Promise<Person[]> {
  const found: Person[] = []
  for (let after = ''; ; ) {
    const { status, body } = await app.ask(
      `/api/people?limit=30&${query}${after && `&after=${encodeURIComponent(after)}`}`,
      { as },
    )
    expect(status, JSON.stringify(body)).toBe(200)
    found.push(...body.items)
    if (body.next === null) return found
    after = body.next
  }
}

const keys: { readonly [by: string]: (person: Person) => string } = {
  name: ({ name, email }) => fold(`${name} ${email}`),
  seen: ({ lastSignInAt }) => lastSignInAt ?? '',
  date: ({ createdAt }) => createdAt,
}

describe.each(peopleList.sorts)('people sorted by %s', sort => {
  const by = sort.replace('-', '')
  const key = keys[by] ?? (() => '')
  const sign = sort.startsWith('-') ? -1 : 1
  const compared = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  const inOrder = (a: Person, b: Person) =>
    (by === 'name' ? Number(b.active) - Number(a.active) : 0) ||
    sign * (compared(key(a), key(b)) || compared(a.userId, b.userId))

  test('come once each, in this order, page after page', async () => {
    const people = await allOf(`sort=${sort}`)
    expect(new Set(people.map(({ userId }) => userId)).size).toBe(people.length)
    expect(people.length).toBeGreaterThan(130)
    expect(people.map(({ userId }) => userId)).toEqual(people.toSorted(inOrder).map(({ userId }) => userId))
  })

  test('leave as a file in this order, with as many lines as it says', async () => {
    const listed = await allOf(`sort=${sort}&q=faro`)
    expect(listed.length).toBeGreaterThan(30)
    const lines = await linesOf({ sort, q: 'faro' })
    expect(lines.map(([, email]) => email)).toEqual(listed.map(({ email }) => email))
    expect(lines[0]).toContain(listed[0]?.organisation)
  })
})

const exported = (body: object, as: string | undefined) =>
  app.ask('/api/people/exports', { method: 'POST', as, body: { format: 'csv', ...body } })

async function linesOf(body: object, as = cast.admin): Promise<string[][]> {
  const answer = await exported(body, as)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const file = await app.http.inject({ method: 'GET', url: answer.body.url })
  expect(file.statusCode).toBe(200)
  const [, ...lines] = file.body.replace('\ufeff', '').trimEnd().split('\r\n')
  expect(lines).toHaveLength(answer.body.rows)
  return lines.map(line => line.split(';'))
}

test('a client pages through its own users alone, and carries no others away', async () => {
  const own = await allOf('sort=-name', cast.client)
  expect(own).toHaveLength(130)
  expect(new Set(own.map(({ organisation }) => organisation)).size).toBe(1)
  expect(await allOf('', beside.client)).toEqual([])
  expect(await linesOf({}, cast.client)).toHaveLength(130)
  expect(await linesOf({}, beside.client)).toEqual([])
})

test('nobody of another company is listed or carried away, and whoever keeps nobody is refused', async () => {
  const [ours, theirs] = [await allOf(''), await allOf('', other.admin)]
  expect(ours.filter(({ email }) => theirs.some(one => one.email === email))).toEqual([])
  const emails = (await linesOf({}, other.admin)).map(([, email]) => email)
  expect(emails.toSorted()).toEqual(theirs.map(({ email }) => email).toSorted())
  expect((await exported({}, cast.approvers[0])).status).toBe(403)
  expect((await exported({}, undefined)).status).toBe(401)
  const events = await app.journal(cast.companyId, cast.companyId)
  expect(events.some(({ action }) => action === 'people.exported')).toBe(true)
})

test('the address of a file ends with the right to it', async () => {
  const answer = await exported({}, cast.client)
  await app.tamper(sql`update member set active = false where user_id = ${cast.clientId}`)
  const file = await app.http.inject({ method: 'GET', url: answer.body.url })
  expect([401, 403, 404]).toContain(file.statusCode)
  await app.tamper(sql`update member set active = true where user_id = ${cast.clientId}`)
})
