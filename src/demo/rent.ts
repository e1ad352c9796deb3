/** Grupo Miramar rents a machine by the month until it is paid whole: an order that repeats. */
import { createRecurrence } from '#features/recurrences/commands.ts'
import { RecurrenceTermsWire } from '#features/recurrences/wire.ts'
import { type CompanyHistory, unlessRefused } from '#features/samples/commands/history.ts'
import type { Order } from '#features/samples/commands/story.ts'
import type { Actor } from '#kernel/actor.ts'
import { addDays, dayFromInstant } from '#kernel/day.ts'

export async function buildRent(history: CompanyHistory, owner: Actor, { id }: Order): Promise<void> {
  const tx = history.before(2)
  const firstOn = addDays(dayFromInstant(tx.now, history.zone), 25)
  const rent = { name: 'Alquiler mensual de la enfriadora', amountMinor: '120000', description: '' }
  const terms = RecurrenceTermsWire.parse({ ...rent, firstOn, everyMonths: 1, endsOn: null })
  unlessRefused(await createRecurrence(tx, owner, id, terms))
}
