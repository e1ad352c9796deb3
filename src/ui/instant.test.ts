import { expect, it } from 'vitest'
import { exactText, relative } from '#ui/instant.tsx'

const now = new Date('2026-11-21T12:00:00Z')

it.each([
  ['2026-11-21T11:59:50Z', 'ahora mismo'],
  ['2026-11-21T11:45:00Z', 'hace 15 minutos'],
  ['2026-11-21T08:00:00Z', 'hace 4 horas'],
  ['2026-11-20T08:00:00Z', 'ayer'],
  ['2026-11-17T08:00:00Z', 'hace 4 días'],
  ['2026-10-02T23:30:00Z', '03/10/2026'],
])('%s reads as %s in Madrid', (instant, words) => {
  expect(relative(instant, 'Europe/Madrid', now)).toBe(words)
})

it.each([
  ['Europe/Madrid', '12/11/2026 15:30'],
  ['America/Lima', '12/11/2026 09:30 (Lima)'],
  ['America/Argentina/Buenos_Aires', '12/11/2026 11:30 (Buenos Aires)'],
  ['UTC', '12/11/2026 14:30 (UTC)'],
])('somebody in %s of a company in Madrid reads %s', (zone, text) => {
  expect(exactText('2026-11-12T14:30:00Z', zone, 'Europe/Madrid')).toBe(text)
})
