/** Outbox consumers: facts become notices in the app and are published to open screens. */
import type { Mailing } from '#features/notifications/commands/remind.ts'
import { taskOf, writeDue } from '#features/notifications/notices/due.ts'
import {
  companyTopics,
  delegationTopics,
  orderTopics,
  projectTopics,
  providerTopics,
  toldOfProvider,
  toldTo,
} from '#features/notifications/rules.ts'
import {
  tellAdmins,
  tellAudience,
  tellBoth,
  tellOtherAdmins,
  tellOthers,
} from '#features/notifications/store.ts'
import type { Db } from '#server/database/db.ts'
import { asSystem } from '#server/database/tenant.ts'
import type { Consumer, Message } from '#server/jobs/outbox.ts'

type Consumers = { readonly [topic: string]: Consumer }
type Tellers = { readonly [topic: string]: (db: Db, message: Message) => Promise<void> }

/** Topics that make no notice, but change the order on open screens. */
const seenOnly = ['document.decided', 'document.withdrawn', 'execution.batched', 'execution.unbatched']

const live: Consumer = async (_db, { company, payload }) => ({
  company,
  orderId: String(payload.documentId),
})

/** Maximum age of a fact that still sends mails: an imported history sends none. */
const freshMs = 24 * 3600_000

const noticesWith = (mailing: Mailing | null): Tellers =>
  Object.fromEntries(
    orderTopics.map(topic => [
      topic,
      async (db, { id, at, company, payload }) => {
        const documentId = String(payload.documentId)
        const said = (name: 'by' | 'to' | 'holders') =>
          typeof payload[name] === 'string' ? payload[name] : null
        const who = { by: said('by'), to: said('to'), holders: said('holders') }
        const fact = { messageId: id, at, topic, documentId, ...who }
        await asSystem(db, company, async tx => {
          const isFresh = tx.now.getTime() - Date.parse(at) < freshMs
          const told = await Promise.all(
            toldTo[topic].map(async audience => ({
              task: taskOf(topic, audience),
              userIds: await tellAudience(tx, fact, audience),
            })),
          )
          for (const { task, userIds } of told)
            if (mailing && task && isFresh) await writeDue(tx, mailing, { documentId, task, userIds })
        })
      },
    ]),
  )

/** Notices before publication: whoever follows a live update finds the notice already there. */
function ofOrders(mailing: Mailing | null): Consumers {
  const notices = noticesWith(mailing)
  return Object.fromEntries(
    [...orderTopics, ...seenOnly].map(topic => [
      topic,
      async (db, message) => {
        await notices[topic]?.(db, message)
        return live(db, message)
      },
    ]),
  )
}

const bankChangeGone: Consumers = {
  'provider.bank_change_withdrawn': async (_db, { company, payload }) => ({
    company,
    providerId: String(payload.providerId),
  }),
}

const ofProviders: Consumers = Object.fromEntries(
  providerTopics.map(topic => [
    topic,
    async (db, { id, at, company, payload }) => {
      const providerId = String(payload.providerId)
      const fact = { messageId: id, at, topic, providerId, askedBy: String(payload.askedBy) }
      await asSystem(db, company, tx => tellAdmins(tx, fact, toldOfProvider[topic]))
      return { company, providerId }
    },
  ]),
)

const ofDelegations: Consumers = Object.fromEntries(
  delegationTopics.map(topic => [
    topic,
    async (db, { id, at, company, payload }) => {
      const { delegationId, by } = payload
      const fact = {
        messageId: id,
        at,
        topic,
        delegationId: String(delegationId),
        by: by === null ? null : String(by),
      }
      await asSystem(db, company, tx => tellBoth(tx, fact))
      return null
    },
  ]),
)

const ofProjects: Consumers = Object.fromEntries(
  projectTopics.map(topic => [
    topic,
    async (db, { id, at, company, payload }) => {
      const { projectId, by } = payload
      const fact = { messageId: id, at, topic, projectId: String(projectId), by: String(by) }
      await asSystem(db, company, tx => tellOthers(tx, fact))
      return null
    },
  ]),
)

const ofCompanies: Consumers = Object.fromEntries(
  companyTopics.map(topic => [
    topic,
    async (db, { id, at, company, payload }) => {
      const fact = { messageId: id, at, topic, by: String(payload.by), policy: String(payload.policy) }
      await asSystem(db, company, tx => tellOtherAdmins(tx, fact))
      return null
    },
  ]),
)

/** Consumers of every topic of the outbox; mails are sent only where a mailing is configured. */
export const factsWith = (mailing: Mailing | null): Consumers => ({
  ...ofOrders(mailing),
  ...ofProviders,
  ...ofDelegations,
  ...ofProjects,
  ...ofCompanies,
  ...bankChangeGone,
})

export const facts = factsWith(null)
