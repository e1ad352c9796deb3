/** Routes of a person's departure and deactivation. */
import { deactivatePerson as deactivate } from '#features/offboarding/commands/deactivate.ts'
import { offboard } from '#features/offboarding/commands/offboard.ts'
import { offboardingWords } from '#features/offboarding/text.ts'
import { departure } from '#features/offboarding/views.ts'
import { deactivatePerson, getDeparture, letPersonGo } from '#features/offboarding/wire.ts'
import { personWords } from '#features/people/text.ts'
import { type Route, read, write } from '#server/http/route.ts'

export const offboardingRoutes: readonly Route[] = [
  read(getDeparture, (tx, actor, { params }) => departure(tx, actor, params.userId)),
  write({ ...letPersonGo, takesLong: true }, offboardingWords, (tx, actor, { params, body }) =>
    offboard(tx, actor, params.userId, body),
  ),
  write({ ...deactivatePerson, takesLong: true }, personWords, (tx, actor, { params }) =>
    deactivate(tx, actor, params.userId),
  ),
]
