/** Time zones as people choose them: the city that names one, its part of the world, and its offset from UTC. */

/** Parts of the world, by the first word of a zone's name. */
const regions: { readonly [region: string]: string } = {
  Africa: 'África',
  America: 'América',
  Antarctica: 'Antártida',
  Arctic: 'Ártico',
  Asia: 'Asia',
  Atlantic: 'Atlántico',
  Australia: 'Australia',
  Europe: 'Europa',
  Indian: 'Índico',
  Pacific: 'Pacífico',
}

export type ZoneChoice = { readonly value: string; readonly label: string }

/** 'Europe/Madrid' is 'Europa · Madrid (UTC+1)' in winter: `now` says which offset. */
export function zoneText(zone: string, now: Date): string {
  const [region = '', ...city] = zone.replaceAll('_', ' ').split('/')
  const place = [regions[region] ?? region, city.at(-1)].filter(Boolean).join(' · ')
  return `${place} (${offsetText(zone, now)})`
}

/** Choices by part of the world and city, as a Spanish reader looks them up. */
export const zoneChoices = (zones: readonly string[], now: Date): ZoneChoice[] =>
  zones
    .map(zone => ({ value: zone, label: zoneText(zone, now) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'es'))

/** Choices of the browser's own list, and of the zone that is chosen now, which the browser may know by another name. */
export const zonesToChoose = (chosen: string | undefined, now: Date): ZoneChoice[] =>
  zoneChoices(
    [...new Set([...(chosen === undefined ? [] : [chosen]), ...Intl.supportedValuesOf('timeZone')])],
    now,
  )

function offsetText(timeZone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('es', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(now)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return offset.replace('GMT', 'UTC')
}
