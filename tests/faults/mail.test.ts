// Fate of mails when the mail server refuses them, stalls, or is away, and when several nodes send.
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeSecret } from '#server/auth/secret-keys.ts'
import { clock } from '#server/clock.ts'
import { openDb } from '#server/database/db.ts'
import { deliverDue, startMailer } from '#server/mail/mailer.ts'
import { mailSeal, queueMail, retryMails, stuckMails } from '#server/mail/queue.ts'
import { openDoor } from '#tests/support/door.ts'
import { later, patience, recovery, startMails } from '#tests/support/mails.ts'
import { startSmtp } from '#tests/support/smtp.ts'

const mails = await startMails()
const { db, smtp, log, mailer, mailerTo, queue, deliver, rows } = mails
beforeEach(() => mails.clear())
afterAll(() => mails.stop())

beforeEach(() => {
  log.error = vi.fn()
})

describe('a mail that the server does not take', () => {
  test('because it is away: waits ever longer, and is sent when it is back', async () => {
    const away = await startSmtp()
    await away.close()
    await queue()
    await deliver(mailerTo(away))
    const [row] = await rows()
    expect(row).toMatchObject({ attempts: 1, sent_at: null, failed_at: null, wait: 10 })
    expect(row?.last_error).toMatch(/ECONNREFUSED/)
    expect(await deliver(mailerTo(away))).toBe(0)
    later(11)
    await deliver(mailerTo(away))
    expect(await rows()).toMatchObject([{ attempts: 2, wait: 20 }])
    const back = await startSmtp(Number(new URL(away.url).port))
    later(21)
    await deliver(mailerTo(back))
    expect(back.received).toHaveLength(1)
    await back.close()
  })

  test('now (4xx): is tried twelve times in all, then given up once and loudly', async () => {
    smtp.mood = 'later'
    await queue()
    const waits: number[] = []
    for (let attempt = 1; attempt <= 12; attempt++) {
      await deliver()
      waits.push((await rows())[0]?.wait ?? -1)
      later(3601)
    }
    expect(waits.slice(0, 11)).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600])
    expect(await deliver()).toBe(0)
    expect(await rows()).toMatchObject([{ attempts: 12, failed_at: expect.any(String), sent_at: null }])
    expect(log.error).toHaveBeenCalledTimes(1)
  })

  test('ever (5xx): is given up at once, with what the server said, and the log names nobody', async () => {
    smtp.mood = 'never'
    await queue()
    await deliver()
    expect(await rows()).toMatchObject([
      { attempts: 1, failed_at: expect.any(String), last_error: expect.stringContaining('550 5.1.1') },
    ])
    expect(log.error).toHaveBeenCalledTimes(1)
    expect(JSON.stringify(vi.mocked(log.error).mock.calls)).not.toMatch(/ana|norte|secreto/)
    later(7200)
    expect(await deliver()).toBe(0)
  })

  test('in time: the conversation is cut, and the mail tried again', async () => {
    smtp.mood = 'stalls'
    await queue()
    await deliver({ ...mailer, deliveryMs: 300 })
    expect(await rows()).toMatchObject([{ attempts: 1, sent_at: null, wait: 10 }])
    await vi.waitFor(() => expect(smtp.open.now).toBe(0), patience)
    smtp.mood = 'takes'
    later(11)
    await deliver()
    expect(smtp.received).toHaveLength(1)
  })

  test('as far as we heard: comes again under the same Message-ID', async () => {
    smtp.mood = 'loses the answer'
    await queue()
    await deliver()
    smtp.mood = 'takes'
    later(11)
    await deliver()
    const ids = smtp.received.map(({ message }) => /^Message-ID: (<.+@vb\.example>)\r$/m.exec(message)?.[1])
    expect(ids).toEqual([ids[0], ids[0]])
    expect(ids[0]).toBeDefined()
  })

  test('is shown to the operator without what it says, and goes when told to', async () => {
    smtp.mood = 'never'
    await queue()
    await queue({ to: 'luis@norte.example' })
    await deliver()
    const stuck = await stuckMails(db)
    expect(stuck.map(mail => [mail.to_address, mail.attempts, mail.failed_at !== null])).toEqual([
      ['ana@norte.example', 1, true],
      ['luis@norte.example', 1, true],
    ])
    expect(JSON.stringify(stuck)).not.toMatch(/secreto|v1\./)
    smtp.mood = 'takes'
    expect(await retryMails(db, stuck[1]?.id ?? '')).toBe(1)
    await deliver()
    expect(smtp.received.map(mail => mail.to)).toEqual(['luis@norte.example'])
    expect(await retryMails(db, null)).toBe(1)
    await deliver()
    expect(smtp.received.map(mail => mail.to)).toEqual(['luis@norte.example', 'ana@norte.example'])
    expect(await stuckMails(db)).toEqual([])
  })

  test('because it cannot encrypt and is no server of this machine: never leaves in the open', async () => {
    await queue()
    await deliver(mailerTo({ url: smtp.url.replace('127.0.0.1', '0.0.0.0') }))
    expect(smtp.open.most).toBe(1)
    expect(smtp.received).toEqual([])
    expect(await rows()).toMatchObject([
      { attempts: 1, last_error: expect.stringMatching(/TLS/), failed_at: null },
    ])
  })

  test('because it was sealed under another secret: fails, and stops no other', async () => {
    await queueMail(
      { all: query => db.run(query) },
      mailSeal(makeSecret('x'.repeat(32))),
      recovery,
      clock.now(),
    )
    await queue()
    await deliver()
    expect(await rows()).toMatchObject([{ failed_at: expect.any(String) }, { sent_at: expect.any(String) }])
  })
})

describe('a database that stalls while a mail is taken', () => {
  test('is asked again until it hears that the mail was sent: nobody gets it twice', async () => {
    const address = new URL(mails.appUrl)
    const door = await openDoor(Number(address.port))
    const taking = await startSmtp(0, () => door.stall())
    address.port = String(door.port)
    const stalling = openDb(address.href, { size: 2 })
    try {
      await queue()
      const delivering = deliver({ ...mailerTo(taking), db: stalling })
      // Saving it is given up after five seconds, and begun again on another connection.
      const isTriedAgain = async () => expect(door.kept('application_name')).toBeGreaterThan(0)
      await vi.waitFor(() => expect(taking.received).toHaveLength(1), patience)
      await vi.waitFor(isTriedAgain, { timeout: 20_000 })
      door.flow()
      await delivering
      expect(await rows()).toMatchObject([{ attempts: 1, sent_at: expect.any(String), sealed: null }])
      later(61)
      expect(await deliver(mailerTo(taking))).toBe(0)
      expect(taking.received).toHaveLength(1)
    } finally {
      door.flow()
      await stalling.close()
      await taking.close()
      await door.close()
    }
  })
})

describe('several mailers', () => {
  test('never send one mail twice, and hold four conversations each at most', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, n) => queue({ to: `p${n}@norte.example` })))
    const mailers = [startMailer(mailer, 5), startMailer(mailerTo(smtp), 5)]
    await vi.waitFor(() => expect(smtp.received.length).toBeGreaterThanOrEqual(40), patience)
    await Promise.all(mailers.map(running => running.stop()))
    expect(new Set(smtp.received.map(mail => mail.to)).size).toBe(40)
    expect(smtp.received).toHaveLength(40)
    expect(smtp.open.most).toBeLessThanOrEqual(8)
    expect((await rows()).every(row => row.sent_at !== null && row.attempts === 1)).toBe(true)
  })

  test('stop when the mail in hand has gone', async () => {
    await queue()
    smtp.mood = 'stalls'
    const running = startMailer({ ...mailer, deliveryMs: 700 }, 5)
    await vi.waitFor(() => expect(smtp.open.now).toBe(1), patience)
    await running.stop()
    expect(await rows()).toMatchObject([{ attempts: 1, last_error: expect.any(String), sent_at: null }])
    await vi.waitFor(() => expect(smtp.open.now).toBe(0), patience)
  })

  test('cut a conversation that would hold up the end, and leave its mail to be tried again', async () => {
    await queue()
    smtp.mood = 'stalls'
    const cut = new AbortController()
    const delivering = deliverDue(mailer, cut.signal)
    await vi.waitFor(() => expect(smtp.open.now).toBe(1), patience)
    cut.abort()
    await delivering
    expect(await rows()).toMatchObject([{ attempts: 1, sent_at: null, failed_at: null, wait: 10 }])
    await vi.waitFor(() => expect(smtp.open.now).toBe(0), patience)
  })
})
