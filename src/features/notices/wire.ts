/** Wire of notices: what each tells, and the call that lists them. */
import { z } from 'zod'
import {
  batchTopics,
  delegationTopics,
  invoiceTopics,
  orderTopics,
  projectTopics,
  providerTopics,
} from '#features/notices/rules.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { factorPolicies } from '#kernel/second-factor.ts'
import { InstantWire, MoneyWire, UuidWire } from '#kernel/wire.ts'

const commonFields = { id: z.string(), at: InstantWire, read: z.boolean() }

export const NoticeWire = z.discriminatedUnion('topic', [
  z.object({
    ...commonFields,
    topic: z.enum(orderTopics),
    documentId: z.string(),
    documentName: z.string(),
    projectId: z.string(),
    /** Number of current notices of this topic and client that this one stands for; 1: itself alone. */
    alike: z.int(),
    /** Client of the order; null for a provider. */
    clientName: z.string().nullable(),
    /** Names of the people whose decision it has waited for too long. */
    holders: z.string().nullable(),
  }),
  z.object({
    ...commonFields,
    topic: z.enum(providerTopics),
    providerId: z.string(),
    providerName: z.string(),
  }),
  z.object({
    ...commonFields,
    topic: z.enum(delegationTopics),
    delegationId: z.string(),
    substituteName: z.string(),
    principalName: z.string(),
    /** yyyy-mm-dd */
    startsOn: z.string(),
    endsOn: z.string(),
    /** Duties that the substitute takes on: `Coverage`, said here because every screen loads the bell. */
    covers: z.enum(['approve', 'execute', 'both']).default('approve'),
  }),
  z.object({
    ...commonFields,
    topic: z.enum(projectTopics),
    projectId: z.string(),
    projectName: z.string(),
    /** Name of the author at the time of the change. */
    byName: z.string(),
  }),
  z.object({
    ...commonFields,
    topic: z.literal('company.second_factor_changed'),
    /** Second-factor policy since then. */
    policy: z.enum(factorPolicies),
    byName: z.string(),
  }),
  z.object({
    ...commonFields,
    topic: z.literal('company.batch_release_changed'),
    /** Amount from which a second person releases a batch since then: digits of euro cents; '0': any batch. */
    fromMinor: z.string(),
    byName: z.string(),
  }),
  z.object({
    ...commonFields,
    topic: z.literal('company.step_up_changed'),
    /** Amount from which whoever approves or pays confirms their identity since then; null: never. */
    confirmFrom: MoneyWire.nullable(),
    byName: z.string(),
  }),
  z.object({
    ...commonFields,
    topic: z.literal('company.webhook_switched_off'),
    /** Description of the webhook. */
    webhookName: z.string(),
  }),
  z.object({
    ...commonFields,
    topic: z.literal('company.mailbox_failing'),
    /** Server of the mailbox. */
    mailboxHost: z.string(),
  }),
  z.object({ ...commonFields, topic: z.enum(batchTopics), batchId: z.string() }),
  z.object({
    ...commonFields,
    topic: z.enum(invoiceTopics),
    invoiceId: z.string(),
    /** Number of the invoice, or the name of its file. */
    invoiceName: z.string(),
    /** Reason of a refusal; null for an invoice that became an order. */
    reason: z.string().nullable(),
  }),
])
export type NoticeWire = z.infer<typeof NoticeWire>

export const listNotices = endpoint({
  id: 'listNotices',
  method: 'GET',
  path: '/api/notices',
  summary:
    'Notices of this person about what they may see, newest first, by keyset. Current ones are those not yet resolved, many of one kind as one.',
  query: z.object({
    /** Id of the last notice of the previous page. */
    after: UuidWire.optional(),
    which: z.enum(['all', 'current']).default('all'),
    limit: z.coerce.number().int().min(1).max(100).default(30),
  }),
  /** `unread` counts to 100 and no further. */
  response: z.object({ items: z.array(NoticeWire), unread: z.int(), next: z.string().nullable() }),
})

/** The same call for a screen that may be older than the server: notices of topics that it does not know are left out. */
export const listKnownNotices = {
  ...listNotices,
  response: listNotices.response.extend({
    items: z
      .array(NoticeWire.nullable().catch(null))
      .transform(items => items.filter(notice => notice !== null)),
  }),
}
