/**
 * A visit to an endpoint: what is due there is read, sent without any transaction or connection, and what became of it
 * is saved. Only the node that holds the endpoint's lane visits it.
 */

import { randomInt } from 'node:crypto'
import { administrators } from '#features/companies/store.ts'
import { webhookFact } from '#features/webhooks/facts.ts'
import {
  isAccepted,
  restAfter,
  switchOffReason,
  visit,
  waitAfter,
} from '#features/webhooks/rules/attempts.ts'
import { addressOrigin, deliveriesAtOnce, type SwitchOffReason } from '#features/webhooks/rules.ts'
import {
  type DueDelivery,
  dueDeliveries,
  findWaiting,
  giveUpWaiting,
  saveTry,
  type Tried,
} from '#features/webhooks/store/deliveries.ts'
import { closeLane, heldLane, type Lane, leaveLane } from '#features/webhooks/store/lanes.ts'
import {
  hasEnded,
  lockWebhook,
  saveHealth,
  saveSwitchedOff,
  validSecrets,
  type Webhook,
} from '#features/webhooks/store.ts'
import { switchedOffLetter } from '#features/webhooks/text/letters.ts'
import { faultText } from '#features/webhooks/text.ts'
import type { Seal } from '#server/auth/seal.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'
import { record } from '#server/database/journal.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'
import type { Called, Outward } from '#server/http/outward.ts'
import { signedHeaders } from '#server/http/signed-message.ts'
import type { Post } from '#server/mail/post.ts'
import { annotate, inOwnSpan, inSpan } from '#server/traces/spans.ts'

export type Calling = {
  readonly db: Db
  readonly outward: Outward
  readonly seal: Seal
  readonly post: Post
  readonly origin: string
}

type Work = {
  readonly url: string
  readonly secrets: readonly string[]
  readonly due: readonly DueDelivery[]
}

/** One visit by the holder of a lane, which is a trace of its own; an address has its secrets and is not in it. */
export const visitEndpoint = (calling: Calling, lane: Lane, holder: string): Promise<void> =>
  inOwnSpan(
    'webhook visit',
    { 'visto_bueno.company_id': lane.company, 'visto_bueno.webhook_id': lane.endpoint },
    () => visitTraced(calling, lane, holder),
  )

async function visitTraced(calling: Calling, lane: Lane, holder: string): Promise<void> {
  const work = await asSystem(calling.db, lane.company, tx => readWork(tx, lane, calling.seal))
  const tries = work === null ? null : await sendAll(calling.outward, work, lane)
  await asSystem(calling.db, lane.company, tx => endVisit(tx, calling, { lane, holder, tries }))
}

/**
 * Deliveries that are due, with the address and the secrets of today; null for a webhook, or a company, that is no
 * more.
 */
async function readWork(
  tx: TenantTx,
  { endpoint, failures, isSlow }: Lane,
  seal: Seal,
): Promise<Work | null> {
  const webhook = await lockWebhook(tx, endpoint)
  if (!webhook || (await hasEnded(tx))) return null
  const most = failures > 0 || isSlow ? 1 : visit.deliveries
  const testsOnly = webhook.state !== 'active'
  const [due, sealed] = await Promise.all([
    dueDeliveries(tx, endpoint, { most, testsOnly }),
    validSecrets(tx, endpoint),
  ])
  return { url: webhook.url, secrets: sealed.flatMap(text => seal.unseal(text) ?? []), due }
}

/** Outcome of a call; also that none was made, because the program's secret of today opens no secret to sign it. */
type Outcome = Called | { readonly fault: 'secret_unreadable'; readonly durationMs: number }

type Try = { readonly delivery: DueDelivery; readonly at: Date; readonly called: Outcome }

/** Sends what is due, a few at once; begins nothing more after a failure, or when the visit has taken its time. */
async function sendAll(outward: Outward, work: Work, { failures, isSlow }: Lane): Promise<Try[]> {
  const tries: Try[] = []
  const waiting = [...work.due]
  const begun = performance.now()
  let hasFailed = false
  const sendNext = async (): Promise<void> => {
    while (!hasFailed && performance.now() - begun < visit.spanMs) {
      const delivery = waiting.shift()
      if (!delivery) return
      const at = clock.now()
      const called = await send(outward, work, delivery, at)
      hasFailed ||= !isDone(called)
      tries.push({ delivery, at, called })
    }
  }
  const width = failures > 0 || isSlow ? 1 : visit.atOnce
  await Promise.all(Array.from({ length: width }, sendNext))
  return tries
}

function send(
  outward: Outward,
  { url, secrets }: Work,
  { id, eventId, body, attempts }: DueDelivery,
  at: Date,
): Promise<Outcome> {
  const told = { 'visto_bueno.delivery_id': id, 'visto_bueno.attempt': attempts + 1 }
  return inSpan('webhook call', told, async () => {
    const called: Outcome =
      secrets.length === 0
        ? { fault: 'secret_unreadable', durationMs: 0 }
        : await outward({ url, body, headers: signedHeaders({ id: eventId, body }, secrets, at) })
    const status = 'status' in called ? { 'http.response.status_code': called.status } : {}
    const fault = 'fault' in called ? called.fault : `status_${called.status}`
    annotate(isDone(called) ? status : { ...status, 'error.type': fault })
    return called
  })
}

const isDone = (called: Outcome): boolean => 'status' in called && isAccepted(called.status)

/** `tries`: null when nobody is to be called any more. */
type Visited = { readonly lane: Lane; readonly holder: string; readonly tries: readonly Try[] | null }

/** Saves the tries and the endpoint's health, and gives the lane back; nothing when another node has taken it. */
async function endVisit(tx: TenantTx, calling: Calling, { lane, holder, tries }: Visited): Promise<void> {
  const { endpoint } = lane
  // The webhook before its lane, as the commands of people do.
  const webhook = await lockWebhook(tx, endpoint)
  const held = await heldLane(tx, endpoint, holder)
  if (!held) return
  if (!webhook || tries === null) return closeLane(tx, endpoint)
  await Promise.all(tries.map(each => saveTry(tx, triedFrom(each))))
  // A test says nothing of what facts found: a webhook that is paused stays as it was.
  const failed = tries.filter(({ called, delivery }) => !isDone(called) && !delivery.isTest)
  const accepted = tries.filter(({ called }) => isDone(called))
  const failingSince = await saveStanding(tx, webhook, accepted, failed)
  const reason = failingSince && webhook.state === 'active' ? findReason(failed, failingSince, tx.now) : null
  if (reason !== null) await switchOff(tx, calling, webhook, reason, failed)
  const failures = accepted.length > 0 ? 0 : held.failures + (failed.length > 0 ? 1 : 0)
  const isSlow = tries.some(({ called }) => called.durationMs > visit.slowMs)
  const isOff = reason !== null || webhook.state === 'switched_off'
  // Messages that waited can be sent again by hand. The lane stays open until all of it is given up.
  if (isOff && (await giveUpWaiting(tx, endpoint, deliveriesAtOnce)) === deliveriesAtOnce)
    return leaveLane(tx, endpoint, { nextTryAt: tx.now, failures, isSlow, waiting: 1 })
  const waiting = await findWaiting(tx, endpoint, isOff || webhook.state !== 'active')
  if (!waiting) return closeLane(tx, endpoint)
  const rested = tx.now.getTime() + (waiting.hasTest ? 0 : restAfter(failures) * 1000)
  const nextTryAt = new Date(Math.max(Date.parse(waiting.nextTryAt), rested))
  await leaveLane(tx, endpoint, { nextTryAt, failures, isSlow, waiting: waiting.count })
}

/** Delivery after a try. A test is sent once. */
function triedFrom({ delivery, at, called }: Try): Tried {
  const answered = 'status' in called ? called : null
  const common = {
    id: delivery.id,
    triedAt: at,
    status: answered?.status ?? null,
    answer: answered?.answer ?? null,
    fault: 'fault' in called ? called.fault : null,
    durationMs: called.durationMs,
  }
  if (isDone(called)) return { ...common, state: 'accepted', nextTryAt: at }
  const wait = delivery.isTest
    ? null
    : waitAfter(delivery.attempts + 1, randomInt(1000) / 1000, answered?.retryAfterSeconds ?? null)
  if (wait === null) return { ...common, state: 'failed', nextTryAt: at }
  return { ...common, state: 'waiting', nextTryAt: new Date(at.getTime() + wait * 1000) }
}

/** Saves since when every call fails, and returns it; null while calls are accepted. */
async function saveStanding(
  tx: TenantTx,
  webhook: Webhook,
  accepted: readonly Try[],
  failed: readonly Try[],
): Promise<Date | null> {
  if (accepted.length === 0 && failed.length === 0) return null
  const former = webhook.failingSince === null ? null : new Date(webhook.failingSince)
  const failingSince = accepted.length > 0 ? null : (former ?? failed[0]?.at ?? null)
  await saveHealth(tx, webhook.id, {
    failingSince,
    acceptedAt: accepted.at(-1)?.at ?? null,
    failedAt: failed.at(-1)?.at ?? null,
  })
  return failingSince
}

function findReason(failed: readonly Try[], failingSince: Date, now: Date): SwitchOffReason | null {
  const reasons = failed.map(({ called }) =>
    switchOffReason('status' in called ? called.status : null, failingSince, now),
  )
  return reasons.find(reason => reason === 'gone') ?? reasons.find(reason => reason !== null) ?? null
}

/** Switches a webhook off, with its fact, and a mail to each administrator. */
async function switchOff(
  tx: TenantTx,
  { post, origin }: Calling,
  { id, description, ...webhook }: Webhook,
  reason: SwitchOffReason,
  failed: readonly Try[],
): Promise<void> {
  const url = addressOrigin(webhook.url)
  await saveSwitchedOff(tx, id, reason)
  await record(tx, null, webhookFact('webhook.switched_off', id, { after: { reason, url, description } }))
  const { companyName, people } = await administrators(tx)
  const told = { reason, url, description, companyName, last: lastWords(failed.at(-1)) }
  const page = `${origin}/empresa/settings/webhooks/${id}`
  for (const person of people) await post(tx, switchedOffLetter(person, told, page), tx.now)
}

const lastWords = (last: Try | undefined): string => {
  if (!last) return 'Sin respuesta'
  return 'status' in last.called ? `Respondió ${last.called.status}` : faultText(last.called.fault)
}
