/** Routes that try the draft of the flow and publish it, for administrators. */
import { flowWords } from '#features/flows/text.ts'
import { publish } from '#features/simulation/commands/publish-flow.ts'
import { simulateDraft } from '#features/simulation/views.ts'
import { publishFlow, simulateFlow } from '#features/simulation/wire.ts'
import { type Route, read, write } from '#server/http/route.ts'

export const simulationRoutes: readonly Route[] = [
  read({ ...simulateFlow, takesLong: true }, simulateDraft),
  write({ ...publishFlow, takesLong: true }, flowWords, (tx, actor, { body }) => publish(tx, actor, body)),
]
