// Parties to filter by: those of the orders that a person sees and no others, found without reading those orders.
import { afterAll, describe, expect, test } from 'vitest'
import { partyKinds } from '#features/documents/rules/parties.ts'
import { partiesOfOrders } from '#features/documents/views/parties.ts'
import type { Actor } from '#kernel/actor.ts'
import { part, sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import { actorIn } from '#tests/support/actor.ts'
import { makeCast, startProduct } from '#tests/support/cast.ts'
import { loadOrders } from '#tests/support/many-orders.ts'
import { maxRows } from '#tests/support/plan.ts'

const app = await startProduct()
afterAll(() => app.stop())
const north = await makeCast(app, 'norte', { total: '900000000000' })
const { companyId } = north
const east = await makeCast(app, 'este', { companyId, total: '900000000000' })
for (const { projectId, clientId, approverIds, executorId, payable: contractId, providerId } of [
  north,
  east,
]) {
  const people = { companyId, projectId, clientId, approverIds, executorId }
  await loadOrders(app, { ...people, contractId, providerIds: [providerId], count: 3000 })
}
await app.tamper(sql`update approval a set project_id = d.project_id from document d
  where d.company_id = a.company_id and d.id = a.document_id and a.company_id = ${companyId}`)

// In the north somebody asked whom the others never saw ask, somebody lost a seat, and somebody decided for another.
const join = (name: string) =>
  app.person(companyId, 'approver', north.address(name), { name: `Persona ${name}` })
const requester = await join('pide')
const removed = await join('relevada')
const substitute = await join('sustituye')
const guest = await join('invitada')
const unplaced = await join('antigua')
const stranger = await join('ajena')
const lone = await north.make('/api/providers', { name: 'Proveedor raro', clientIds: [north.clientId] })
const inNorth = part`(select id from document where company_id = ${companyId} and project_id = ${north.projectId}
  and number % 1000 = 7)`
for (const statement of [
  sql`update document set created_by = ${requester}, provider_id = ${lone}
    where company_id = ${companyId} and id in ${inNorth}`,
  sql`update approval set decided_by = ${substitute}
    where company_id = ${companyId} and approver_id = ${north.approverIds[0]} and document_id in ${inNorth}`,
  ...[
    { person: removed, status: 'void', projectId: north.projectId },
    { person: unplaced, status: 'skipped', projectId: null },
  ].map(
    ({ person, status, projectId }) => sql`
      insert into approval (company_id, id, document_id, revision, stage, approver_id, status, created_at, updated_at, project_id)
      select ${companyId}, gen_random_uuid(), id, 1, 1, ${person}, ${status}, now(), now(), ${projectId} from ${inNorth} x`,
  ),
  // Of the east somebody sees one order alone, for a seat.
  sql`insert into approval (company_id, id, document_id, revision, stage, approver_id, status, created_at, updated_at, project_id)
    select company_id, gen_random_uuid(), id, 1, 1, ${guest}, 'pending', now(), now(), project_id from document
    where company_id = ${companyId} and project_id = ${east.projectId} order by number desc limit 1`,
])
  await app.tamper(statement)
await app.tamper(sql`analyze`)

const actor = (userId: string, role: Actor['role'], party: Partial<Actor> = {}) =>
  actorIn({ companyId }, { userId, role, ...party })
const { approverIds } = north
const ofNorth = {
  client: [north.clientId],
  provider: [north.providerId, lone],
  requester: [north.clientId, requester],
  approver: [...approverIds, substitute, unplaced],
}
const ofEast = {
  client: [east.clientId],
  provider: [east.providerId],
  requester: [east.clientId],
  approver: east.approverIds,
}
const both = {
  client: [...ofNorth.client, ...ofEast.client],
  provider: [...ofNorth.provider, ...ofEast.provider],
  requester: [...ofNorth.requester, ...ofEast.requester],
  approver: [...ofNorth.approver, ...ofEast.approver, guest],
}
const none = { client: [], provider: [], requester: [], approver: [] }
const people = {
  'an administrator': { as: actor(north.executorId, 'admin'), sees: both },
  'a client': {
    as: actor(east.clientId, 'client', { clientId: east.clientId }),
    sees: { ...ofEast, approver: [...ofEast.approver, guest] },
  },
  'an approver of the north': { as: actor(approverIds[0] ?? '', 'approver'), sees: ofNorth },
  'somebody with a seat alone': {
    as: actor(guest, 'approver'),
    sees: { ...ofEast, approver: [...ofEast.approver, guest] },
  },
  'a provider': {
    as: actor('00000000-0000-7000-8000-000000000001', 'provider_user', { providerId: lone }),
    sees: { ...none, client: [north.clientId], provider: [lone], requester: [requester] },
  },
  'somebody without orders': { as: actor(stranger, 'approver'), sees: none },
}

for (const [who, { as, sees }] of Object.entries(people))
  describe(who, () => {
    test.each(partyKinds)(
      'may filter by each %s of the orders that they see, and by nobody else',
      async kind => {
        const found = await asSystem(app.db, companyId, tx => partiesOfOrders(tx, as, { kind }))
        expect(found.items.map(({ id }) => id).toSorted()).toEqual([...sees[kind]].toSorted())
      },
    )

    test.each(partyKinds)('is offered each %s after reading few rows of six thousand orders', async kind => {
      const read = await maxRows(app.db, companyId, tx => partiesOfOrders(tx, as, { kind }))
      expect(read).toBeLessThanOrEqual(100)
    })
  })
