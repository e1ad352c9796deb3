import { chooseThreshold } from '#features/step-up/commands/choose.ts'
import { stepUpWords } from '#features/step-up/text.ts'
import { readStepUp } from '#features/step-up/views.ts'
import { chooseStepUp, getStepUp } from '#features/step-up/wire.ts'
import { type Route, read, write } from '#server/http/route.ts'

/** Routes of the company's threshold, for its administrators. */
export const stepUpRoutes: readonly Route[] = [
  read(getStepUp, (tx, actor) => readStepUp(tx, actor)),
  write(chooseStepUp, stepUpWords, async (tx, actor, { body }) => {
    const chosen = await chooseThreshold(tx, actor, body)
    return chosen === true ? readStepUp(tx, actor) : chosen
  }),
]
