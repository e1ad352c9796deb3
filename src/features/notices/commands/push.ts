/**
 * Sends notices to devices, several at once on each node. A host, a person, and devices whose last try failed have a
 * part of a node's room, so that a slow push service delays nobody else. What was read or decided meanwhile is not told.
 */
import { createHash, randomInt } from 'node:crypto'
import type { Logger } from 'pino'
import { outsideAnyTransaction } from '#features/identity/store/statements.ts'
import { isSampleCompany } from '#features/imports/store.ts'
import {
  goneAfterMs,
  isGone,
  isTaken,
  isUrgent,
  keptMs,
  nextTry,
  room,
  summedFrom,
} from '#features/notices/rules/devices.ts'
import { type Device, deleteGone, findDevice, saveTold } from '#features/notices/store/devices.ts'
import {
  type Closed,
  forget,
  saveFailed,
  type Taken,
  takeDue,
  tryAgainAt,
} from '#features/notices/store/pushes.ts'
import { documentForMail } from '#features/notices/store/reminders.ts'
import { type PushSubject, pushPath, pushText, sumText } from '#features/notices/text/pushes.ts'
import { readUnread } from '#features/notices/views.ts'
import type { NoticeWire } from '#features/notices/wire.ts'
import { findOwner } from '#features/recurrences/store.ts'
import type { Actor } from '#kernel/actor.ts'
import { newId } from '#kernel/ids.ts'
import { formatMoney } from '#kernel/money.ts'
import type { Seal } from '#server/auth/seal.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'
import { Outage } from '#server/database/outage.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'
import { poll } from '#server/jobs/every.ts'
import { withPatience } from '#server/jobs/patience.ts'
import { openedAddress, type PushAddress } from '#server/push/push-address.ts'
import type { PushMessage, PushService } from '#server/push/web-push.ts'

export type Pushing = { readonly db: Db; readonly push: PushService; readonly seal: Seal }

/** Message for a device, and the notices that it tells. */
type Telling = { readonly message: PushMessage; readonly taken: readonly Taken[] }

/** The sender of a node. */
export class Pusher {
  readonly #pushing: Pushing
  readonly #outage: Outage
  readonly #running = new Map<string, { readonly device: Device; readonly done: Promise<void> }>()

  constructor(pushing: Pushing, log: Logger) {
    this.#pushing = pushing
    this.#outage = new Outage(log, 'devices: a notice could not be sent')
  }

  /** Begins to tell devices for which something is due, as far as there is room. */
  async begin(shouldContinue: () => boolean = () => true): Promise<void> {
    while (shouldContinue() && this.#running.size < room.all) {
      const taken = await takeDue(this.#pushing.db, this.#closed())
      const [first] = taken
      if (!first) return
      const device = await findDevice(outsideAnyTransaction(this.#pushing.db), first.deviceId)
      if (device) this.#tell(device, taken)
    }
  }

  /** Waits for what is being sent. */
  async settle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all([...this.#running.values()].map(({ done }) => done))
  }

  #tell(device: Device, taken: readonly Taken[]): void {
    const key = newId()
    const done = tellDevice(this.#pushing, device, taken).then(
      () => this.#outage.worked(),
      // Its notices are due again once the lease is over.
      error => this.#outage.failed(error),
    )
    this.#running.set(key, { device, done: done.finally(() => this.#running.delete(key)) })
  }

  #closed(): Closed {
    const devices = [...this.#running.values()].map(({ device }) => device)
    return {
      devices: devices.map(({ id }) => id),
      hosts: frequent(
        devices.map(({ host }) => host),
        room.ofHost,
      ),
      people: frequent(
        devices.map(({ userId }) => userId),
        room.ofPerson,
      ),
      failing: devices.filter(({ failingSince }) => failingSince !== null).length >= room.failing,
    }
  }
}

/** Values that stand so often in the list, or more often. */
const frequent = (list: readonly string[], most: number): string[] =>
  [...new Set(list)].filter(value => list.filter(one => one === value).length >= most)

/** Tells a device what is left to tell of the notices, one after the other until one fails. */
async function tellDevice(pushing: Pushing, device: Device, taken: readonly Taken[]): Promise<void> {
  const { db, push, seal } = pushing
  const to = openedAddress(seal, device)
  const now = clock.now()
  const fresh = taken.filter(({ madeAt }) => now.getTime() - Date.parse(madeAt) < keptMs)
  // A device that was given another key hears nothing until its person turns it on again.
  const tellings = to === null || !push.reaches(device.serverKey) ? [] : await readTellings(db, device, fresh)
  const told = new Set(tellings.flatMap(telling => telling.taken))
  await forget(
    db,
    taken.filter(one => !told.has(one)).map(({ id }) => id),
  )
  if (to !== null) await sendAll(pushing, device, to, tellings)
}

async function sendAll(
  { db, push }: Pushing,
  device: Device,
  to: PushAddress,
  tellings: readonly Telling[],
): Promise<void> {
  for (const [index, { message, taken }] of tellings.entries()) {
    const called = await push.send(to, device.serverKey, message)
    const status = 'status' in called ? called.status : null
    if (status !== null && isGone(status)) return deleteGone(outsideAnyTransaction(db), device)
    if (status === null || !isTaken(status)) {
      const waiting = tellings.slice(index).flatMap(telling => telling.taken)
      return putOff(db, device, waiting, 'status' in called ? called.retryAfterSeconds : null)
    }
    await forget(
      db,
      taken.map(({ id }) => id),
    )
    await saveTold(outsideAnyTransaction(db), device.id, clock.now())
  }
}

/** Tries notices later, or gives them up. */
async function putOff(
  db: Db,
  device: Device,
  waiting: readonly Taken[],
  retryAfterSeconds: number | null,
): Promise<void> {
  const now = clock.now()
  const chance = randomInt(1000) / 1000
  for (const { id, attempts, madeAt } of waiting) {
    const notice = { madeAt: new Date(madeAt), failedTries: attempts }
    const next = nextTry(notice, { now, chance, retryAfterSeconds })
    if (next === null) await forget(db, [id])
    else await tryAgainAt(db, id, next)
  }
  await saveFailed(db, device.id, new Date(now.getTime() - goneAfterMs))
}

/** Messages that are left to send: one for each notice, or one with their number where they are many. */
async function readTellings(db: Db, device: Device, taken: readonly Taken[]): Promise<Telling[]> {
  const tellings: Telling[] = []
  const roles: Actor['role'][] = []
  for (const [company, ofCompany] of Map.groupBy(taken, one => one.company)) {
    const read = await asSystem(db, company, tx => tellingsIn(tx, device, ofCompany))
    tellings.push(...read.tellings)
    if (read.role !== null) roles.push(read.role)
  }
  const [role] = roles
  if (tellings.length < summedFrom || role === undefined) return tellings
  const text = sumText(tellings.length, role)
  const isUrgentAmong = tellings.some(({ message }) => message.isUrgent)
  const message = { text, topic: 'varias', isUrgent: isUrgentAmong, keptSeconds: keptMs / 1000 }
  return [{ message, taken: tellings.flatMap(telling => telling.taken) }]
}

async function tellingsIn(
  tx: TenantTx,
  device: Device,
  taken: readonly Taken[],
): Promise<{ tellings: Telling[]; role: Actor['role'] | null }> {
  // As they stand today: somebody who has left is told nothing. In a sample nothing leaves the program.
  const actor = await findOwner(tx, device.userId)
  if (actor === null || (await isSampleCompany(tx))) return { tellings: [], role: null }
  const notices = await readUnread(
    tx,
    actor,
    taken.map(({ noticeId }) => noticeId),
  )
  const tellings: Telling[] = []
  for (const notice of notices) {
    const details = device.showsDetails ? await readDetails(tx, notice) : []
    const message = noticeMessage(tx.companyId, actor, notice, details)
    tellings.push({ message, taken: taken.filter(({ noticeId }) => noticeId === notice.id) })
  }
  return { tellings, role: actor.role }
}

function noticeMessage(
  companyId: string,
  { role }: Actor,
  notice: NoticeWire,
  details: readonly string[],
): PushMessage {
  const { topic } = notice
  const subject: PushSubject = { ...notice }
  const about = subject.documentId ?? subject.providerId ?? subject.batchId ?? `${topic} ${notice.id}`
  // The push service reads it: of what it is about, it says nothing.
  const tag = createHash('sha256').update(`${companyId} ${about}`).digest('base64url').slice(0, 32)
  const text = pushText(topic, { details, tag, path: pushPath(role, subject) })
  return { text, topic: tag, isUrgent: isUrgent(topic), keptSeconds: keptMs / 1000 }
}

/** Names and amount of what a notice is about, for whoever asked for them. */
async function readDetails(tx: TenantTx, notice: NoticeWire): Promise<string[]> {
  if ('documentId' in notice) {
    const { name, providerName, amount } = await documentForMail(tx, notice.documentId)
    return [name, providerName, formatMoney(amount)]
  }
  if ('providerName' in notice) return [notice.providerName]
  if ('substituteName' in notice) return [`${notice.substituteName} en nombre de ${notice.principalName}`]
  if ('projectName' in notice) return [notice.projectName, notice.byName]
  if ('byName' in notice) return [notice.byName]
  if ('invoiceName' in notice) return [notice.invoiceName]
  return []
}

/** Time for what is being sent when the program ends: what is not saved by then is sent again, and replaces itself. */
const patienceMs = 7000

/** Sends until stopped; `stop` waits for what is under way, as long as it can. */
export function startPushing(pushing: Pushing, log: Logger, everyMs = 500): { stop(): Promise<void> } {
  const pusher = new Pusher(pushing, log)
  const polling = poll(everyMs, new Outage(log, 'devices: sending failed'), shouldContinue =>
    pusher.begin(shouldContinue),
  )
  return {
    stop: async () => {
      await polling.stop()
      await withPatience(pusher.settle(), patienceMs)
    },
  }
}
