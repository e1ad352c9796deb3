/** Delivers facts as notices in the app, and cries them out to the screens that are open. */
import {
  delegationTopics,
  orderTopics,
  providerTopics,
  toldOfProvider,
  toldTo,
} from '#features/notifications/rules.ts'
import { tellAdmins, tellAudience, tellBoth } from '#features/notifications/store.ts'
import { announce } from '#server/announcements.ts'
import type { Consumer } from '#server/outbox.ts'
import { asSystem } from '#server/tenant.ts'

type Consumers = { readonly [topic: string]: Consumer }

/** Nobody has to be told, but who looks at the order sees it change. */
const seenOnly = ['document.decided', 'document.withdrawn', 'execution.batched', 'execution.unbatched']

const live: Consumer = (db, { company, payload }) =>
  announce(db, { company, orderId: String(payload.documentId) })

const notices: Consumers = Object.fromEntries(
  orderTopics.map(topic => [
    topic,
    async (db, message) => {
      const fact = {
        messageId: message.id,
        at: message.at,
        topic,
        documentId: String(message.payload.documentId),
        by: typeof message.payload.by === 'string' ? message.payload.by : null,
      }
      await asSystem(db, message.company, async tx => {
        for (const audience of toldTo[topic]) await tellAudience(tx, fact, audience)
      })
    },
  ]),
)

/** The notice first: whoever hears of the order and looks finds it there. */
const ofOrders: Consumers = Object.fromEntries(
  [...orderTopics, ...seenOnly].map(topic => [
    topic,
    async (db, message) => {
      await notices[topic]?.(db, message)
      await live(db, message)
    },
  ]),
)

const bankChangeGone: Consumers = {
  'provider.bank_change_withdrawn': (db, { company, payload }) =>
    announce(db, { company, providerId: String(payload.providerId) }),
}

const ofProviders: Consumers = Object.fromEntries(
  providerTopics.map(topic => [
    topic,
    async (db, { id, at, company, payload }) => {
      const providerId = String(payload.providerId)
      const fact = { messageId: id, at, topic, providerId, askedBy: String(payload.askedBy) }
      await asSystem(db, company, tx => tellAdmins(tx, fact, toldOfProvider[topic]))
      await announce(db, { company, providerId })
    },
  ]),
)

const ofDelegations: Consumers = Object.fromEntries(
  delegationTopics.map(topic => [
    topic,
    async (db, { id, at, company, payload }) => {
      const { delegationId, by } = payload
      const fact = { messageId: id, at, topic, delegationId: String(delegationId), by: String(by) }
      await asSystem(db, company, tx => tellBoth(tx, fact))
    },
  ]),
)

/** What each fact in the outbox sets off. */
export const facts: Consumers = { ...ofOrders, ...ofProviders, ...ofDelegations, ...bankChangeGone }
