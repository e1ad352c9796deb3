/**
 * What waits of the bank's lines. A movement that several formats tell is shown once, by the format that tells most, and
 * waits until what any of them tells is decided.
 */
import { movements, type Sighting, telling } from '#features/bank/rules/line-key.ts'

export type DecidedSighting = Sighting & { readonly id: string; readonly isOpen: boolean }

/** Ids of the lines that wait, among all sightings of the accounts, days and amounts in question. */
export function waitingLines(all: readonly DecidedSighting[]): Set<string> {
  const byKey = new Map(all.map(sighting => [sighting.key, sighting]))
  return new Set(
    movements(all).flatMap(movement => {
      const told = telling(movement)
      const format = told[0]?.format
      const isDecidedElsewhere = movement.sightings.some(
        each => each.format !== format && byKey.get(each.key)?.isOpen === false,
      )
      return isDecidedElsewhere ? [] : told.flatMap(({ key }) => openId(byKey.get(key)))
    }),
  )
}

const openId = (sighting: DecidedSighting | undefined): string[] => (sighting?.isOpen ? [sighting.id] : [])
