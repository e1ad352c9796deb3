/** Delivers the facts of orders as notices in the app. */
import { factTopics, toldTo } from '#features/notifications/rules.ts'
import { tellAudience } from '#features/notifications/store.ts'
import type { Consumer } from '#server/outbox.ts'
import { asSystem } from '#server/tenant.ts'

export const orderNotices: { readonly [topic: string]: Consumer } = Object.fromEntries(
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
