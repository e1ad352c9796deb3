// Archives of Constancias: those of many orders in one ZIP, under a digest that anybody may check.
import { createHash } from 'node:crypto'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { fillArchive } from '#features/certificates/commands/archives.ts'
import { sealBatch } from '#features/seals/commands/seal.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem, type Work } from '#server/database/tenant.ts'
import { actorWith } from '#tests/support/actor.ts'
import { type Cast, makeCast, ordersOf } from '#tests/support/cast.ts'
import { certificatesIn } from '#tests/support/certificates.ts'
import { pdfText } from '#tests/support/pdf-text.ts'
import { startWhole } from '#tests/support/product.ts'
import { unzippedBytes } from '#tests/support/unzip.ts'
import { brokenInvariants } from '#verify/invariants.ts'

const app = await startWhole()
afterAll(() => app.stop())
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
let company = 0
const enter = async () => {
  company += 1
  const cast = await makeCast(app, `archivo${company}`)
  const orders = ordersOf(app, cast)
  return { cast, orders, ...archivesIn(cast) }
}

function archivesIn(cast: Cast) {
  const post = (path: string, as: string | undefined, body: object = {}) =>
    app.ask(`/api/certificate-archives${path}`, { method: 'POST', as, body })
  const begin = (as: string | undefined, filter: object = {}) => post('', as, filter)
  const fill = (id: string, as: string) => post(`/${id}/certificates`, as)
  const link = (id: string, as: string) => post(`/${id}/download`, as)
  const list = async (as: string) => (await app.ask('/api/certificate-archives', { as })).body.items
  const made = async (as: string = cast.client, filter: object = {}) => {
    const { status, body } = await begin(as, filter)
    expect(status, JSON.stringify(body)).toBe(200)
    for (;;) {
      const filled = await fill(body.id, as)
      expect(filled.status, JSON.stringify(filled.body)).toBe(200)
      if (filled.body.digest !== null) return filled.body
    }
  }
  return { begin, fill, link, list, made }
}
const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')
const refusal = ({ status, body }: { status: number; body: { type?: string } }) => [
  status,
  body.type?.split('/').at(-1),
]

describe('an archive of Constancias', () => {
  test('has those of the orders that the filters find and that came to an end, under one digest that anybody may check', async () => {
    const { cast, orders, link, made } = await enter()
    const approved = await orders.approved({ name: 'Cal viva' })
    const rejected = await orders.submit({ name: 'Cal apagada' })
    await orders.decide(rejected, cast.approvers[0], 'reject', { comment: 'No hace falta' })
    await orders.submit({ name: 'Cal pendiente' })
    await orders.approved({ name: 'Yeso' })
    const archive = await made(cast.client, { q: 'cal' })
    expect(archive).toMatchObject({ issued: 2, left: 0, leftOut: 0, can: { fill: true } })
    const { body } = await link(archive.id, cast.client)
    const files = unzippedBytes((await app.http.inject({ url: body.url })).rawPayload)
    expect(Object.keys(files)).toEqual([
      'huella.txt',
      'manifiesto.json',
      `Constancia ${approved}.pdf`,
      `Constancia ${rejected}.pdf`,
    ])
    const manifest = String(files['manifiesto.json'])
    expect(sha256(manifest)).toBe(archive.digest)
    expect(String(files['huella.txt'])).toContain(`/verificar/${archive.digest}`)
    for (const { ruta, sha256: digest } of JSON.parse(manifest).archivos)
      expect(sha256(files[ruta] ?? '')).toBe(digest)
    expect(pdfText(files[`Constancia ${rejected}.pdf`] ?? Buffer.of())).toContain('Cal apagada')
    const { check } = certificatesIn(app, cast.client)
    const checked = await check({ code: archive.digest, fileSha256: sha256(manifest) })
    expect(checked.body).toMatchObject({ isGenuine: true, isFileGenuine: true, archive: { orders: 2 } })
    expect((await check({ code: archive.digest, fileSha256: sha256('otro') })).body.isFileGenuine).toBe(false)
    const told = (await app.journal(cast.companyId, archive.id)).map(({ action }) => action)
    expect(told).toEqual(['certificate_archive.made', 'certificate_archive.exported'])
  })

  test('has no order twice when two calls fill it at once, and never changes afterwards', async () => {
    const { cast, orders, begin, fill, list } = await enter()
    const ids = [await orders.approved(), await orders.approved(), await orders.approved()]
    const { body } = await begin(cast.client)
    await Promise.all([fill(body.id, cast.client), fill(body.id, cast.client)])
    const after = await fill(body.id, cast.client)
    expect(after.body).toMatchObject({ issued: 3, left: 0 })
    for (const id of ids) {
      const told = (await app.journal(cast.companyId, id)).map(({ action }) => action)
      expect(
        told.filter(action => action === 'document.certified'),
        id,
      ).toHaveLength(1)
    }
    expect((await list(cast.client))[0]).toMatchObject({ id: body.id, digest: after.body.digest })
  })

  test('leaves out an order whose approval was taken back meanwhile', async () => {
    const { cast, orders, begin, fill, list } = await enter()
    const [kept, undone] = [await orders.approved(), await orders.approved()]
    const { body } = await begin(cast.client)
    expect(body.orders).toBe(2)
    const back = await orders.post(`/api/documents/${undone}/undoing`, cast.approvers[1], { revision: 1 })
    expect(back.status, JSON.stringify(back.body)).toBe(200)
    expect((await fill(body.id, cast.client)).body).toMatchObject({ issued: 1, leftOut: 1, left: 0 })
    const [, left] = [kept, await orders.approved({ name: 'Sola' })]
    const alone = (await begin(cast.client, { q: 'Sola' })).body.id
    await orders.post(`/api/documents/${left}/undoing`, cast.approvers[1], { revision: 1 })
    expect((await fill(alone, cast.client)).body).toMatchObject({ issued: 0, left: 0, digest: null })
    expect((await list(cast.client)).map(({ id }: { id: string }) => id)).toEqual([body.id])
    const { action } = (await app.journal(cast.companyId, kept)).at(-1) ?? {}
    expect(action).toBe('document.certified')
  })

  test('is refused of nothing and of providers, and incomplete it is not downloaded', async () => {
    const { cast, orders, begin, link } = await enter()
    expect(refusal(await begin(cast.client))).toEqual([409, 'nothing_to_certify'])
    await orders.approved()
    await app.person(cast.companyId, 'provider', 'emisor@pruebas.example', { providerId: cast.providerId })
    expect(refusal(await begin(await app.signIn('emisor@pruebas.example')))).toEqual([
      409,
      'not_for_provider',
    ])
    expect((await begin(undefined)).status).toBe(401)
    expect((await begin(cast.client, { status: 'todos' })).status).toBe(422)
    const { body } = await begin(cast.client)
    expect(refusal(await link(body.id, cast.client))).toEqual([409, 'not_complete'])
  })

  test('is of its maker, and of whoever reads the whole company, who go on with none that another began', async () => {
    const { cast, orders, begin, fill, link, list, made } = await enter()
    const elsewhere = await enter()
    await orders.approved()
    const archive = await made()
    for (const [as, status] of [
      [cast.admin, 200],
      [cast.executor, 404],
      [elsewhere.cast.admin, 404],
    ] as const)
      expect((await link(archive.id, as)).status).toBe(status)
    const { body } = await begin(cast.client)
    expect(refusal(await fill(body.id, cast.admin))).toEqual([409, 'not_yours'])
    expect(refusal(await fill(body.id, cast.executor))).toEqual([404, 'not_found'])
    expect(refusal(await fill(body.id, elsewhere.cast.admin))).toEqual([404, 'not_found'])
    expect((await list(cast.admin)).map(({ id }: { id: string }) => id)).toEqual([body.id, archive.id])
    expect(await list(cast.executor)).toEqual([])
    expect(await list(elsewhere.cast.admin)).toEqual([])
  })

  test('is lost to a maker who no longer sees one of its orders, with the link that was made before', async () => {
    const { cast, orders, link, list, made } = await enter()
    await orders.approved()
    const archive = await made(cast.executor)
    const { body } = await link(archive.id, cast.executor)
    expect((await app.http.inject({ url: body.url })).statusCode).toBe(200)
    await app.owner.run(sql`delete from project_permission where company_id = ${cast.companyId}`)
    expect((await app.http.inject({ url: body.url })).statusCode).toBe(404)
    expect(refusal(await link(archive.id, cast.executor))).toEqual([404, 'not_found'])
    expect(await list(cast.executor)).toEqual([])
  })

  test('is begun twenty times in 24 hours by a person and no more, however many calls come at once, and sixty times in a company', async () => {
    const { cast, orders, begin } = await enter()
    await orders.approved()
    const tries = await Promise.all(Array.from({ length: 24 }, () => begin(cast.client)))
    const refused = tries.filter(({ status }) => status !== 200)
    expect(refused.map(refusal)).toEqual(Array(4).fill([409, 'archives_of_person']))
    expect(refused[0]?.body).toMatchObject({ facts: { most: 20, hours: 24 } })
    expect((await begin(cast.admin)).status).toBe(200)
    await app.tamper(sql`
      insert into certificate_archive (company_id, id, made_by, says_accounts, begun_at)
      select ${cast.companyId}, gen_random_uuid(), ${cast.executorId}, false, now() from generate_series(1, 39)`)
    expect(refusal(await begin(cast.admin))).toEqual([409, 'archives_of_company'])
    await app.tamper(sql`
      update certificate_archive set begun_at = ${new Date(Date.now() - 25 * 3_600_000)}
      where company_id = ${cast.companyId} and made_by = ${cast.clientId}`)
    expect((await begin(cast.client)).status).toBe(200)
  })

  test('holds no seal while a file is written: the journal is sealed meanwhile', async () => {
    const { cast, orders, begin, fill } = await enter()
    await orders.approved()
    const { body } = await begin(cast.client)
    const { clientId, companyId } = cast
    const actor = actorWith({ role: 'client', userId: clientId, clientId, companyId })
    const writing = Promise.withResolvers<void>()
    const written = Promise.withResolvers<void>()
    const receive = async () => {
      writing.resolve()
      await written.promise
      throw new Error('the store is away')
    }
    const each = <T>(work: Work<T>) => asSystem(app.db, cast.companyId, tx => work(tx, actor))
    const site = { origin: 'http://visto.test', product: 'Visto Bueno' }
    const filled = fillArchive(each, { files: { receive }, site }, body.id)
    await writing.promise
    await orders.submit({ name: 'Mientras tanto' })
    const sealed = await asSystem(app.db, cast.companyId, tx => sealBatch(tx, 'leave'))
    written.resolve()
    await expect(filled).rejects.toThrow('the store is away')
    expect(sealed).toBeGreaterThan(0)
    expect((await fill(body.id, cast.client)).body).toMatchObject({ issued: 1, left: 0 })
  })
})
