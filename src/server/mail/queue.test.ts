// A mail from the transaction that causes it to the server that takes it, and what is left of it.
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { clock } from '#server/clock.ts'
import { sql } from '#server/database/sql.ts'
import { queueMail, sweepMail } from '#server/mail/queue.ts'
import { later, link, recovery, startMails } from '#tests/support/mails.ts'

const mails = await startMails()
const { db, smtp, seal, mailer, queue, deliver, rows } = mails
beforeEach(() => mails.clear())
afterAll(() => mails.stop())

describe('a mail that the server takes', () => {
  test('arrives once, with both parts, from us, to one person, marked as automatic', async () => {
    await queue()
    expect([await deliver(), await deliver()]).toEqual([1, 0])
    const [mail, ...others] = smtp.received
    expect(others).toEqual([])
    expect([mail?.from, mail?.to]).toEqual(['avisos@vb.example', 'ana@norte.example'])
    const message = (mail?.message ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=')
    expect(message).toMatch(/^From: "?Visto Bueno"? <avisos@vb\.example>\r$/m)
    expect(message).toMatch(/^To: ana@norte\.example\r$/m)
    expect(message).toMatch(/^Subject: =\?UTF-8\?/m)
    expect(message).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(message).toMatch(/^Content-Type: multipart\/alternative;/m)
    expect(message).toMatch(/^Content-Type: text\/plain; charset=utf-8\r$/m)
    expect(message).toMatch(/^Content-Type: text\/html; charset=utf-8\r$/m)
    expect(message.split(link)).toHaveLength(3)
  })

  test('leaves nothing of what it said in the database, and is never readable there before', async () => {
    await queue()
    const [before] = await rows()
    expect(before?.sealed).toMatch(/^v1\./)
    expect(Buffer.from(before?.sealed?.slice(3) ?? '', 'base64url').toString()).not.toMatch(/secreto|Ana/)
    await deliver()
    expect(await rows()).toMatchObject([{ sealed: null, sent_at: expect.any(String), last_error: null }])
  })

  test('is written with the transaction that causes it, or not at all', async () => {
    const client = await db.pool.connect()
    const on = {
      all: async (query: { text: string; values: readonly unknown[] }) =>
        (await client.query(query.text, [...query.values])).rows,
    }
    await client.query('begin')
    await queueMail(on, seal, recovery, clock.now())
    await client.query('rollback')
    client.release()
    expect(await rows()).toEqual([])
  })

  test.each([
    ['to', 'ana@norte.example\r\nBcc: todos@norte.example'],
    ['to', 'ana@norte.example, todos@norte.example'],
    ['to', 'Ana <ana@norte.example>'],
    ['to', ''],
    ['subject', 'Hola\r\nBcc: todos@norte.example'],
    ['subject', 'Hola\nTodos'],
  ])('has one address and one subject: %s %j is refused', async (field, value) => {
    await expect(queue({ [field]: value })).rejects.toThrow()
    expect(await rows()).toEqual([])
  })
})

describe('what is forgotten', () => {
  test('without a mail server a mail counts as sent and keeps its text for a day, the newest 500', async () => {
    for (let n = 0; n < 3; n++) await queue()
    await deliver({ ...mailer, transport: null })
    expect((await rows()).every(row => row.sent_at !== null && row.sealed !== null)).toBe(true)
    await sweepMail(db)
    expect((await rows()).filter(row => row.sealed !== null)).toHaveLength(3)
    await db.run(sql`
      insert into mail (id, kind, to_address, subject, sealed, created_at, next_try_at, sent_at)
      select gen_random_uuid(), 'x', 'x@y.example', 'x', 'v1.x', ${clock.now()}, ${clock.now()}, ${clock.now()}
      from generate_series(1, 500)`)
    await sweepMail(db)
    expect((await rows()).filter(row => row.sealed !== null)).toHaveLength(500)
    later(25 * 3600)
    await sweepMail(db)
    expect((await rows()).filter(row => row.sealed !== null)).toHaveLength(0)
  })

  test('sent mails after thirty days, failed ones after ninety, waiting ones never', async () => {
    for (const state of ['sent', 'failed', 'waiting']) {
      await queue({ kind: state })
      smtp.mood = state === 'sent' ? 'takes' : state === 'failed' ? 'never' : 'later'
      await deliver()
    }
    const kinds = async () =>
      (await db.run<{ kind: string }>(sql`select kind from mail order by id`)).map(row => row.kind)
    const left: string[][] = []
    for (const days of [29, 2, 58, 2]) {
      later(days * 24 * 3600)
      await sweepMail(db)
      left.push(await kinds())
    }
    const all = ['sent', 'failed', 'waiting']
    expect(left).toEqual([all, all.slice(1), all.slice(1), all.slice(2)])
  })
})
