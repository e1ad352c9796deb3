// The program as it really starts: what it shows and allows in a test, and what it does with a mail server.
import { exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeFirstAdmin } from '#features/identity/commands/first-admin.ts'
import { clock } from '#server/clock.ts'
import { secret } from '#tests/support/app.ts'
import { patience, recovery, startMails } from '#tests/support/mails.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'

const mails = await startMails()
const { smtp, queue, rows } = mails
beforeEach(() => mails.clear())
afterAll(() => mails.stop())

const settings = { DATABASE_URL: mails.ownerUrl, APP_SECRET: secret.first.text, DEMO: '0' }

async function running(env: Record<string, string>, work: (server: RunningServer) => Promise<void>) {
  const server = await startServer({ ...settings, ...env })
  try {
    await work(server)
  } finally {
    await server.stop()
  }
}

const advance = ({ origin }: RunningServer, advance_s: number) =>
  fetch(`${origin}/dev/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance_s }),
  })

describe('as a test', () => {
  test('it signs with the key given, moves its clock, and shows the mails that did not leave', async () => {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true })
    const AUTH_SIGNING_JWK = JSON.stringify({ ...(await exportJWK(privateKey)), kid: 'of-the-test' })
    await running({ NODE_ENV: 'test', AUTH_SIGNING_JWK, AUTH_LIMITS: 'relaxed' }, async server => {
      expect(server.output()).toContain(`Correo: ${server.origin}/dev/outbox\n`)
      const jwks = await fetch(`${server.origin}/auth/v1/.well-known/jwks.json`)
      expect(await jwks.json()).toMatchObject({ keys: [{ kid: 'of-the-test' }] })
      await queue()
      await vi.waitFor(
        async () => expect(await rows()).toMatchObject([{ sent_at: expect.any(String) }]),
        patience,
      )
      const outbox = await fetch(`${server.origin}/dev/outbox?to=${recovery.to}`)
      expect(await outbox.json()).toMatchObject([{ subject: recovery.subject, text: recovery.text }])
      const now = new Date(JSON.parse(await (await advance(server, 7200)).text()).now).getTime()
      expect(Math.abs(now - Date.now() - 7200_000)).toBeLessThan(30_000)
    })
  })
})

describe('with a mail server', () => {
  test('it sends, shows no mails, and has no clock to move', async () => {
    const sending = { SMTP_URL: smtp.url, MAIL_FROM: 'avisos@vb.example' }
    await running(sending, async server => {
      expect(server.output()).not.toContain('/dev/outbox')
      await queue()
      await vi.waitFor(() => expect(smtp.received).toHaveLength(1), patience)
      expect(smtp.received[0]).toMatchObject({ from: 'avisos@vb.example', to: recovery.to })
      const answers = [fetch(`${server.origin}/dev/outbox`), fetch(`${server.origin}/dev/outbox.json`)]
      for (const answer of await Promise.all([...answers, advance(server, 60)]))
        expect(answer.status).toBe(404)
    })
  })

  test('that is away it starts, and what causes a mail is done all the same; the mail waits', async () => {
    const person = { email: recovery.to, name: 'Ana', lastName: 'Pérez' }
    await makeFirstAdmin(mails.db, person, { origin: 'http://visto.test', now: clock.now() })
    const away = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'avisos@vb.example', LOG_LEVEL: 'silent' }
    await running(away, async server => {
      const asked = { method: 'POST', headers: { 'content-type': 'application/json' } }
      const body = JSON.stringify({ email: recovery.to })
      expect((await fetch(`${server.origin}/auth/v1/recover`, { ...asked, body })).status).toBe(200)
      await vi.waitFor(
        async () =>
          expect(await rows()).toMatchObject([{ last_error: expect.stringContaining('ECONNREFUSED') }]),
        patience,
      )
      expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
    })
    expect(await rows()).toMatchObject([{ sent_at: null, failed_at: null, sealed: expect.any(String) }])
  })
})
