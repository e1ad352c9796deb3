import { flowWords } from '#features/flows/text.ts'
import { publish } from '#features/simulation/commands/publish-flow.ts'
import { simulation } from '#features/simulation/views.ts'
import { publishFlow, simulateFlow } from '#features/simulation/wire.ts'
import { type Route, read, write } from '#server/http/route.ts'

export const simulationRoutes: readonly Route[] = [
  read(simulateFlow, simulation),
  write(publishFlow, flowWords, (tx, actor, { body }) => publish(tx, actor, body)),
]
