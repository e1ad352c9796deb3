/**
 * Lines of the bank that wait. A movement that several formats tell is shown once, by the format that tells most, and
 * waits until what any of them tells is decided. A file that comes later may put what two formats told, and somebody
 * settled, into one movement, and leave another of the same account, day and amount as if nobody had settled it: of
 * these as many wait no more, so that never more is settled than there was. One that somebody set aside is one of
 * these.
 */
import { type Movement, movements, type Sighting, telling } from '#features/bank/rules/line-key.ts'

export type DecidedSighting = Sighting & {
  readonly id: string
  readonly isOpen: boolean
  readonly isSettled: boolean
}

type Kept = ReadonlyMap<string, DecidedSighting>

/** Ids of the lines that wait, among all sightings of the accounts, days and amounts in question. */
export function waitingLines(all: readonly DecidedSighting[]): Set<string> {
  const kept = new Map(all.map(sighting => [sighting.key, sighting]))
  const alike = Map.groupBy(movements(all), ({ key }) => key.replace(/#\d+$/, ''))
  return new Set([...alike.values()].flatMap(group => waitingOfAlike(kept, group)))
}

/** Those of movements of one account, day and amount. */
function waitingOfAlike(kept: Kept, group: readonly Movement[]): string[] {
  const told = group.map(movement => ({
    ids: openIds(kept, movement),
    settled: settledFormats(kept, movement),
    isDecided: movement.sightings.some(({ key }) => kept.get(key)?.isOpen === false),
  }))
  const moreThanOnce = told.reduce((sum, { settled }) => sum + Math.max(settled - 1, 0), 0)
  const setAside = told.filter(({ settled, isDecided }) => settled === 0 && isDecided).length
  const surplus = Math.max(moreThanOnce - setAside, 0)
  const untouched = told.filter(({ ids, settled }) => ids.length > 0 && settled === 0)
  const taken = new Set(untouched.slice(Math.max(untouched.length - surplus, 0)))
  return told.flatMap(each => (taken.has(each) ? [] : each.ids))
}

/** Open lines of the format that tells most; none when what another tells is decided. */
function openIds(kept: Kept, movement: Movement): string[] {
  const told = telling(movement)
  const format = told[0]?.format
  const isDecidedElsewhere = movement.sightings.some(
    each => each.format !== format && kept.get(each.key)?.isOpen === false,
  )
  return isDecidedElsewhere ? [] : told.flatMap(({ key }) => openId(kept.get(key)))
}

/** Number of formats of which a line was settled. */
function settledFormats(kept: Kept, { sightings }: Movement): number {
  const settled = sightings.filter(({ key }) => kept.get(key)?.isSettled)
  return new Set(settled.map(({ format }) => format)).size
}

const openId = (sighting: DecidedSighting | undefined): string[] => (sighting?.isOpen ? [sighting.id] : [])
