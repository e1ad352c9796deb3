import { createHash } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import { makeCast, ordersOf } from '#tests/support/cast.ts'
import { certificatesIn } from '#tests/support/certificates.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { startWhole } from '#tests/support/product.ts'

const app = await startWhole()
afterAll(() => app.stop())
const cast = await makeCast(app, 'norte')
const orders = ordersOf(app, cast)
const { check, issued } = certificatesIn(app, cast.client)

describe('anybody with a Constancia in hand', () => {
  test('learns that it is genuine, however they type its code, and nothing else', async () => {
    const { code, sha256 } = await issued(await orders.approved())
    for (const typed of [
      code,
      code.toLowerCase(),
      code.replaceAll('-', ''),
      ` ${code.replaceAll('-', ' ')} `,
    ])
      expect((await check({ code: typed })).body).toEqual({
        isGenuine: true,
        isFileGenuine: null,
        cancelledOn: null,
        takenBackOn: null,
      })
    expect((await check({ code, fileSha256: sha256.toUpperCase() })).body).toEqual({
      isGenuine: true,
      isFileGenuine: true,
      cancelledOn: null,
      takenBackOn: null,
    })
  })

  test('learns of a changed file, or of one of another Constancia, that it is not the one issued', async () => {
    const [one, two] = [await issued(await orders.approved()), await issued(await orders.approved())]
    const changed = createHash('sha256').update(one.file).update(' ').digest('hex')
    for (const fileSha256 of [two.sha256, changed, '', 'x'])
      expect((await check({ code: one.code, fileSha256 })).body).toEqual({
        isGenuine: true,
        isFileGenuine: false,
        cancelledOn: null,
        takenBackOn: null,
      })
  })

  test('learns that its order has been cancelled since, and when', async () => {
    const id = await orders.approved()
    const { code, sha256 } = await issued(id)
    const reason = 'El proveedor no existe'
    const cancelled = await orders.post(`/api/documents/${id}/cancellation`, cast.admin, {
      revision: 1,
      reason,
    })
    expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200)
    const { body } = await check({ code, fileSha256: sha256 })
    expect(body).toEqual({
      isGenuine: true,
      isFileGenuine: true,
      cancelledOn: dayFromToday(),
      takenBackOn: null,
    })
    expect(JSON.stringify(body)).not.toContain(reason)
  })

  test('learns that the approval that it certifies has been taken back; the next approval has its own', async () => {
    const id = await orders.approved()
    const before = await issued(id)
    const undone = await orders.post(`/api/documents/${id}/undoing`, cast.approvers[1], { revision: 1 })
    expect(undone.status, JSON.stringify(undone.body)).toBe(200)
    const lapsed = { isGenuine: true, isFileGenuine: true, cancelledOn: null, takenBackOn: dayFromToday() }
    expect((await check({ code: before.code, fileSha256: before.sha256 })).body).toEqual(lapsed)
    await orders.decide(id, cast.approvers[1])
    const after = await issued(id)
    expect((await check({ code: after.code })).body).toMatchObject({ isGenuine: true, takenBackOn: null })
    expect((await check({ code: before.code })).body.takenBackOn).toBe(dayFromToday())
  })

  test('cannot tell an unknown code from what is no code, nor from what the database keeps', async () => {
    const { code, sha256 } = await issued(await orders.approved())
    const [kept] = await app.owner.run<{ code_sha256: string }>(
      sql`select code_sha256 from certificate_code limit 1`,
    )
    const wrong = [
      '',
      ' ',
      '-',
      'x',
      `${code}0`,
      code.slice(1),
      '00000-00000-00000-00000-000000',
      '\0',
      '🔑',
      'ñ'.repeat(3000),
      "' or 1=1 --",
      String(kept?.code_sha256),
      sha256,
    ]
    for (const typed of wrong) {
      const { status, body } = await check({ code: typed, fileSha256: sha256 })
      expect([status, body], typed.slice(0, 40)).toEqual([
        200,
        { isGenuine: false, isFileGenuine: false, cancelledOn: null, takenBackOn: null },
      ])
    }
  })
})
