/** Routes of the approval flow and its draft, for administrators. */
import { discard, saveDraftOfRules } from '#features/flows/commands.ts'
import { flowWords } from '#features/flows/text.ts'
import { flows } from '#features/flows/views.ts'
import { discardFlowDraft, getFlows, saveFlowDraft } from '#features/flows/wire.ts'
import { type Route, read, write } from '#server/http/route.ts'

export const flowRoutes: readonly Route[] = [
  read(getFlows, flows),
  write(saveFlowDraft, flowWords, (tx, actor, { body }) => saveDraftOfRules(tx, actor, body)),
  write(discardFlowDraft, flowWords, (tx, actor, { body }) => discard(tx, actor, body)),
]
