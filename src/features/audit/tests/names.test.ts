// A person who is called otherwise later changes nothing of what they decided before.
import { afterAll, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import { makeCast, ordersOf, shareProject } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { pdfText } from '#tests/support/pdf-text.ts'
import { startWhole } from '#tests/support/product.ts'

const app = await startWhole()
afterAll(() => app.stop())
const rename = (as: string | undefined, name: string, lastName: string) =>
  app.ask('/auth/v1/user', { method: 'PUT', as, body: { data: { name, lastName } } })

test('cards, changes, journal and Constancia of an old decision keep the name of then', async () => {
  const cast = await makeCast(app, 'nombres', { approvers: 1 })
  const { approved, card } = ordersOf(app, cast)
  const [approver] = cast.approvers
  const order = await approved()
  const names = async (id: string) => JSON.stringify((await card(id)).stages)
  expect(await names(order)).toContain('Aprobador 0 Pérez')
  expect((await rename(approver, 'Elena', 'Prieto')).status).toBe(200)
  const later = await approved()
  expect(await names(order)).toContain('Aprobador 0 Pérez')
  expect(await names(order)).not.toContain('Elena Prieto')
  expect(await names(later)).toContain('Elena Prieto')
  const told = async (id: string) =>
    (await app.ask(`/api/documents/${id}/timeline`, { as: cast.admin })).body.items.map(
      (item: { actorName: string | null }) => item.actorName,
    )
  expect(await told(order)).toContain('Aprobador 0 Pérez')
  expect(await told(order)).not.toContain('Elena Prieto')
  expect(await told(later)).toContain('Elena Prieto')
  const { body } = await app.ask('/api/audit/events?limit=200', { as: cast.admin })
  const decided = body.items.filter((item: { action: string }) => item.action === 'approval.decided')
  const by = (id: string) => decided.find((item: { objectId: string }) => item.objectId === id).actorName
  expect([by(order), by(later)]).toEqual(['Aprobador 0 Pérez', 'Elena Prieto'])
  const issued = await app.ask(`/api/documents/${order}/certificates`, {
    method: 'POST',
    as: cast.admin,
    body: {},
  })
  const paper = pdfText((await app.http.inject({ method: 'GET', url: issued.body.url })).rawPayload)
  expect(paper).toContain('Aprobador 0 Pérez')
  expect(paper).not.toContain('Elena Prieto')
})

test('what a substitute decided keeps both names, and both addresses, of then', async () => {
  const cast = await makeCast(app, 'sustitutos', { approvers: 1 })
  const { submit, decide, card } = ordersOf(app, cast)
  const substituteId = await app.person(cast.companyId, 'approver', cast.address('suple'), { name: 'Sonia' })
  const substitute = await app.signIn(cast.address('suple'))
  await shareProject(cast, [...cast.approverIds, substituteId])
  const body = { toId: substituteId, startsOn: dayFromToday(), endsOn: dayFromToday(3), max: null }
  const named = await app.ask('/api/delegations', { method: 'POST', as: cast.approvers[0], body })
  const order = await submit()
  expect([named.status, (await decide(order, substitute)).status]).toEqual([200, 200])
  await rename(substitute, 'Otra', 'Persona')
  await rename(cast.approvers[0], 'Otro', 'Titular')
  const stages = JSON.stringify((await card(order)).stages)
  expect(stages).not.toContain('Otra Persona')
  expect(stages).not.toContain('Otro Titular')
  const [seat] = await app.tamper(sql`
    select approver_name, approver_email, decided_by_name, decided_by_email from approval
    where company_id = ${cast.companyId} and document_id = ${order} and decided_at is not null`)
  expect(seat).toEqual({
    approver_name: 'Aprobador 0 Pérez',
    approver_email: cast.address('aprueba0'),
    decided_by_name: 'Sonia Pérez',
    decided_by_email: cast.address('suple'),
  })
})
