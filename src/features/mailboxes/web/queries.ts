/** Queries and mutations of the mailbox, and of its messages that wait. */
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { trayChanged } from '#features/invoices/web/tray-queries.ts'
import {
  changeMailbox,
  discardMailedMessage,
  getMailbox,
  listMailedMessages,
  removeMailbox,
  takeMailedMessage,
  testMailbox,
} from '#features/mailboxes/wire.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { newId } from '#kernel/ids.ts'
import { call } from '#ui/api.ts'
import { pagedKeepingPrevious } from '#ui/lists/pages.ts'
import { queryClient } from '#ui/query-client.ts'

const lookAgainMs = 15_000

/** The mailbox with its health, which is looked at again while it is shown. */
export const mailboxQuery = queryOptions({
  queryKey: ['mailbox', 'settings'],
  queryFn: ({ signal }) => call(getMailbox, { signal }),
  refetchInterval: ({ state }) => (state.data?.mailbox?.collects ? lookAgainMs : false),
})

export const messagesQuery = infiniteQueryOptions({
  queryKey: ['mailbox', 'messages'],
  queryFn: ({ pageParam, signal }) => call(listMailedMessages, { query: { after: pageParam }, signal }),
  ...pagedKeepingPrevious,
})

/** Number of messages that wait. */
export const waitingQuery = queryOptions({
  queryKey: ['mailbox', 'waiting'],
  queryFn: async ({ signal }) => (await call(listMailedMessages, { query: { limit: 1 }, signal })).waiting,
})

/** Also after a refusal, because it is no longer as it was shown. */
const mailboxChanged = () => queryClient.invalidateQueries({ queryKey: ['mailbox'] })

export const changeMailboxMutation = mutationOptions({
  mutationFn: (body: BodyOf<typeof changeMailbox>) => call(changeMailbox, { body }),
  onSettled: mailboxChanged,
})

export const testMailboxMutation = mutationOptions({
  mutationFn: (body: BodyOf<typeof testMailbox>) => call(testMailbox, { body, idempotencyKey: newId() }),
})

export const removeMailboxMutation = mutationOptions({
  mutationFn: (key: string) => call(removeMailbox, { idempotencyKey: key }),
  onSettled: mailboxChanged,
})

type Taking = { messageId: string; body: BodyOf<typeof takeMailedMessage>; key: string }

export const takeMutation = mutationOptions({
  mutationFn: ({ messageId, body, key }: Taking) =>
    call(takeMailedMessage, { params: { messageId }, body, idempotencyKey: key }),
  onSettled: () => Promise.all([mailboxChanged(), trayChanged()]),
})

type Discarding = { messageId: string; revision: number; key: string }

export const discardMutation = mutationOptions({
  mutationFn: ({ messageId, revision, key }: Discarding) =>
    call(discardMailedMessage, { params: { messageId }, body: { revision }, idempotencyKey: key }),
  onSettled: mailboxChanged,
})
