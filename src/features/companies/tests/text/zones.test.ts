import { expect, test } from 'vitest'
import { zoneChoices, zoneText } from '#features/companies/text/zones.ts'

const winter = new Date('2026-01-15T12:00:00Z')
const summer = new Date('2026-07-15T12:00:00Z')

test.each([
  ['Europe/Madrid', winter, 'Europa · Madrid (UTC+1)'],
  ['Europe/Madrid', summer, 'Europa · Madrid (UTC+2)'],
  ['Africa/Abidjan', winter, 'África · Abidjan (UTC+0)'],
  ['America/Argentina/Buenos_Aires', winter, 'América · Buenos Aires (UTC-3)'],
  ['Asia/Kolkata', winter, 'Asia · Kolkata (UTC+5:30)'],
  ['UTC', winter, 'UTC (UTC+0)'],
])('%s is read as a place with its offset', (zone, now, text) => {
  expect(zoneText(zone, now).replace('−', '-')).toBe(text)
})

test('zones are looked up by part of the world and city', () => {
  const found = zoneChoices(['Europe/Madrid', 'Asia/Tokyo', 'Africa/Ceuta'], winter).map(({ value }) => value)
  expect(found).toEqual(['Africa/Ceuta', 'Asia/Tokyo', 'Europe/Madrid'])
})
