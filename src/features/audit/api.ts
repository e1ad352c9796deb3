import { timeline } from '#features/audit/views.ts'
import { documentTimeline } from '#features/audit/wire.ts'
import { type Route, read } from '#server/http/route.ts'

export const auditRoutes: readonly Route[] = [
  read(documentTimeline, async (tx, actor, { params }) => {
    const items = await timeline(tx, actor, params.documentId)
    return items && { items }
  }),
]
