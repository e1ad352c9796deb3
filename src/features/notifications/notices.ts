/** Delivers the facts of orders as notices in the app, and cries them out to the screens that are open. */
import { factTopics, toldTo } from '#features/notifications/rules.ts'
import { tellAudience } from '#features/notifications/store.ts'
import { announce } from '#server/announcements.ts'
import type { Consumer } from '#server/outbox.ts'
import { asSystem } from '#server/tenant.ts'

/** Nobody has to be told, but who looks at the order sees it change. */
const seenOnly = ['document.decided', 'document.withdrawn']

const live: Consumer = (db, { company, payload }) =>
  announce(db, { company, orderId: String(payload.documentId) })

const notices: { readonly [topic: string]: Consumer } = Object.fromEntries(
  factTopics.map(topic => [
    topic,
    async (db, message) => {
      const fact = {
        messageId: message.id,
        at: message.at,
        topic,
        documentId: String(message.payload.documentId),
      }
      await asSystem(db, message.company, async tx => {
        for (const audience of toldTo[topic]) await tellAudience(tx, fact, audience)
      })
    },
  ]),
)

/** The notice first: whoever hears of the order and looks finds it there. */
export const orderFacts: { readonly [topic: string]: Consumer } = Object.fromEntries(
  [...factTopics, ...seenOnly].map(topic => [
    topic,
    async (db, message) => {
      await notices[topic]?.(db, message)
      await live(db, message)
    },
  ]),
)
