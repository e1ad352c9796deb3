import { queryOptions } from '@tanstack/react-query'
import { approvalInbox } from '#features/approvals/wire.ts'
import { call } from '#ui/api.ts'

/** What waits for this person's decision, in one project or in all of them. */
export const inboxQuery = (projectId?: string) =>
  queryOptions({
    queryKey: ['approvals', 'inbox', projectId ?? 'all'],
    queryFn: ({ signal }) => call(approvalInbox, { query: { projectId }, signal }),
  })
