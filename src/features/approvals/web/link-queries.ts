import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Sent } from '#features/approvals/web/queries.ts'
import { decideByLink, openDecisionLink } from '#features/approvals/wire/decision-link.ts'
import type { decideDocument } from '#features/approvals/wire.ts'
import { ordersChanged } from '#features/documents/web/queries.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { call } from '#ui/api.ts'

/** Order that a mail's link opens; refetched with the orders. */
export const openedLinkQuery = (link: string) =>
  queryOptions({
    queryKey: ['approvals', 'link', link],
    queryFn: ({ signal }) => call(openDecisionLink, { body: { link }, signal }),
  })

/** Decision with a mail's link, which says the order and its revision by itself. */
export const decideByLinkMutation = (link: string) =>
  mutationOptions({
    mutationFn: ({ body: { decision, comment }, key }: Sent<BodyOf<typeof decideDocument>>) =>
      call(decideByLink, { body: { link, decision, comment }, idempotencyKey: key }),
    onSettled: ordersChanged,
  })
