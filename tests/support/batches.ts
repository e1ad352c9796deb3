// Batches of payments and those who handle them: what tests about them share.
import { expect } from 'vitest'
import { record } from '#server/database/journal.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, ordersOf } from '#tests/support/cast.ts'
import { dayFromToday, nextPayDay } from '#tests/support/days.ts'

/** Account at which the cast's provider is paid. */
export const creditorIban = 'DE89370400440532013000'

/** The company says from where it pays, and its provider where it is paid. */
export async function payFrom(app: TestApp, { admin, companyId, providerId }: Cast): Promise<void> {
  const body = { iban: 'ES9121000418450200051332', bic: 'CAIXESBBXXX', ordererId: 'B12345674000' }
  await app.ask('/api/company/settings', { method: 'PATCH', as: admin, body })
  await app.tamper(sql`update provider set name = 'Grúas Peña & Hijos'
    where company_id = ${companyId} and id = ${providerId}`)
  await paidAt(app, companyId, providerId, { iban: creditorIban, bic: 'COBADEFFXXX' })
}

/** Two administrators have said where the provider is paid. */
export async function paidAt(
  app: TestApp,
  companyId: string,
  providerId: string,
  { iban, bic }: { readonly iban: string | null; readonly bic: string | null },
): Promise<void> {
  await app.tamper(sql`update provider set iban = ${iban}, bic = ${bic}
    where company_id = ${companyId} and id = ${providerId}`)
  const object = { type: 'provider', id: providerId } as const
  await asSystem(app.db, companyId, tx =>
    record(tx, null, { kind: 'provider.bank_changed', subscribers: [], object, after: { iban, bic } }),
  )
}

/** One more person who executes in the cast's project, signed in; `who` begins their address. */
export async function anotherExecutor(
  app: TestApp,
  { companyId, projectId, address }: Cast,
  who = 'segunda',
): Promise<string> {
  const id = await app.person(companyId, 'approver', address(who), { name: 'Segunda' })
  await app.tamper(sql`insert into project_permission (company_id, project_id, user_id, permission)
    values (${companyId}, ${projectId}, ${id}, 'view'), (${companyId}, ${projectId}, ${id}, 'execute')`)
  return app.signIn(address(who))
}

/** The session of whoever releases the cast's batches, by company: they come when the first batch is released. */
const releasers = new Map<string, Promise<string>>()

const releaserOf = (app: TestApp, cast: Cast): Promise<string> => {
  const token = releasers.get(cast.companyId) ?? anotherExecutor(app, cast, 'libera')
  releasers.set(cast.companyId, token)
  return token
}

/** Whoever releases the cast's batches executes no more, as if they had left. */
export const releaserLeaves = (app: TestApp, { companyId, address }: Cast) =>
  app.tamper(sql`delete from project_permission where company_id = ${companyId}
    and user_id = (select id from account where email = ${address('libera')})`)

/** The company asks a second person of batches from this amount on; '0': of any. */
export const releasedFrom = (app: TestApp, { admin }: Cast, fromMinor: string) =>
  app.ask('/api/company/settings', {
    method: 'PATCH',
    as: admin,
    body: { batchReleaseFromMinor: fromMinor },
  })

type Person = string | undefined
type Over = { readonly [name: string]: unknown }

/** The moves of a batch's life; `ids` are the orders that it is about. */
export function batchesOf(app: TestApp, cast: Cast, ids: () => readonly string[]) {
  const orders = ordersOf(app, cast)
  const ask = (id: string, what: string, as: Person, body: object = {}, key?: string) =>
    orders.post(`/api/payment-batches/${id}/${what}`, as, body, key)
  const make = (as: Person = cast.executor, over: Over = {}, key?: string) =>
    orders.post('/api/payment-batches', as, { documentIds: ids(), payOn: nextPayDay(), ...over }, key)
  const detail = async (id: string, as: Person = cast.executor) =>
    (await app.ask(`/api/payment-batches/${id}`, { as })).body
  const release = async (id: string, as?: Person, over: Over = {}, key?: string) => {
    const by = as ?? (await releaserOf(app, cast))
    const { twoHands } = await detail(id, by)
    return ask(id, 'release', by, { seen: twoHands?.review.version ?? '', ...over }, key)
  }
  const download = (id: string, as: Person = cast.executor) => ask(id, 'downloads', as)
  const paid = { executedOn: dayFromToday(), reference: 'REM-1' }
  const confirm = (id: string, as: Person = cast.executor, over: Over = {}, key?: string) =>
    ask(id, 'confirmation', as, { documentIds: ids(), ...paid, ...over }, key)
  const cancel = (id: string, as: Person = cast.executor) => ask(id, 'cancellation', as, { reason: 'Error' })
  const giveBack = (id: string, documentId: string, as: Person = cast.executor) =>
    ask(id, `orders/${documentId}/return`, as, { reason: 'Cuenta cancelada' })
  const made = async (): Promise<string> => {
    const answer = await make()
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body.id
  }
  const released = async (): Promise<string> => {
    const id = await made()
    const answer = await release(id)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return id
  }
  const sent = async (): Promise<string> => {
    const id = await released()
    expect((await download(id)).status).toBe(200)
    return id
  }
  const fileAt = (url: string) => app.http.inject({ method: 'GET', url })
  return { orders, make, detail, release, download, confirm, cancel, giveBack, made, released, sent, fileAt }
}

export const refused = (answer: { body: { type?: string } }) => answer.body.type?.replace('/problems/', '')
