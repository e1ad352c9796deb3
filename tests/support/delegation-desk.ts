// Approvers of a project of whom one, the giver, is substituted: delegations made and ended, and what each sees.
import { expect } from 'vitest'
import { dayFromInstant } from '#kernel/day.ts'
import { clock } from '#server/clock.ts'
import type { TestApp } from '#tests/support/app.ts'
import { makeCast, ordersOf, shareProject } from '#tests/support/cast.ts'

export const today = dayFromInstant(clock.now(), 'Europe/Madrid')

export function delegationDesk(app: TestApp) {
  async function makeWorld(name: string) {
    const cast = await makeCast(app, name)
    const substituteId = await app.person(cast.companyId, 'approver', cast.address('relevo'), {
      name: 'Relevo',
      lastName: 'Ruiz',
    })
    const substitute = await app.signIn(cast.address('relevo'))
    const [giverId = '', otherId = ''] = cast.approverIds
    const [giver = '', other = ''] = cast.approvers
    await shareProject(cast, [giverId, otherId, substituteId])
    return { ...cast, substituteId, substitute, giverId, giver, otherId, other, orders: ordersOf(app, cast) }
  }
  type World = Awaited<ReturnType<typeof makeWorld>>

  const make = (as: string | undefined, body: object, key?: string) =>
    app.ask('/api/delegations', {
      method: 'POST',
      as,
      body: { startsOn: today, endsOn: today, ...body },
      ...(key ? { key } : {}),
    })
  const end = (id: string, as: string | undefined) =>
    app.ask(`/api/delegations/${id}/end`, { method: 'POST', as })
  const inbox = async (as: string) => (await app.ask('/api/approvals/pending', { as })).body.items
  const cardStatus = async (world: World, id: string, as: string) =>
    (await app.ask(`/api/projects/${world.projectId}/documents/${id}`, { as })).status

  async function delegated(world: World, over: object = {}): Promise<string> {
    const answer = await make(world.giver, { toId: world.substituteId, ...over })
    expect(answer.status).toBe(200)
    return answer.body.id
  }

  return { makeWorld, make, end, inbox, cardStatus, delegated }
}
