// Whoever finds a weakness finds whom to tell.
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { clock } from '#server/clock.ts'
import { mountSecurityTxt } from '#server/http/security-txt.ts'
import { newServer } from '#server/http/server.ts'

const origin = 'https://vb.example'

const answered = async (contact: string | null) => {
  const http = newServer(pino({ level: 'silent' }))
  mountSecurityTxt(http, { contact, origin })
  return http.inject({ method: 'GET', url: '/.well-known/security.txt' })
}

test('the contact is told with a date, not yet past and less than a year away, until which it holds', async () => {
  const { statusCode, headers, body } = await answered('mailto:seguridad@vb.example')
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(body).toContain('Contact: mailto:seguridad@vb.example\n')
  expect(body).toContain(`Canonical: ${origin}/.well-known/security.txt\n`)
  const expires = Date.parse(/^Expires: (.*)$/m.exec(body)?.[1] ?? '')
  const days = (expires - clock.now().getTime()) / 86_400_000
  expect(days).toBeGreaterThan(80)
  expect(days).toBeLessThan(365)
})

test('without a contact there is no such page', async () =>
  expect((await answered(null)).statusCode).toBe(404))
