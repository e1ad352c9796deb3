/** Devices of a person: added, changed, tried and removed by them, and renewed by their browsers. */
import type { Identity } from '#features/identity/commands/identity.ts'
import { traced } from '#features/identity/commands/trace.ts'
import { outsideAnyTransaction, type Statements } from '#features/identity/store/statements.ts'
import { noticeFact } from '#features/notices/facts.ts'
import {
  type DeviceRefusal,
  deviceLimits,
  isGone,
  isTaken,
  mayAddDevice,
} from '#features/notices/rules/devices.ts'
import {
  attachDevice,
  type Device,
  deleteDevice,
  deleteGone,
  findDevice,
  findDevices,
  insertDevice,
  lockAddress,
  lockDeviceAt,
  lockDevices,
  saveAddress,
  saveDetails,
  saveTold,
} from '#features/notices/store/devices.ts'
import { deviceAbility } from '#features/notices/text/devices.ts'
import { testText } from '#features/notices/text/pushes.ts'
import type { AddedDevice, DeviceWire, listDevices, Renewal } from '#features/notices/wire/devices.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { newId } from '#kernel/ids.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import type { Seal } from '#server/auth/seal.ts'
import { asPerson, type Self } from '#server/database/person.ts'
import { addressFault, type Reach } from '#server/http/reach.ts'
import { endpointDigest, openedAddress, type PushAddress, sealedAddress } from '#server/push/push-address.ts'
import { isDeviceKey } from '#server/push/push-keys.ts'
import type { PushService } from '#server/push/web-push.ts'

export type Devices = Pick<Identity, 'db' | 'log' | 'limits'> & {
  readonly seal: Seal
  readonly reach: Reach
  /** Null where the operator has set no key. */
  readonly push: PushService | null
}

type Refused = Refusal<DeviceRefusal>

export async function ownDevices(
  { db, push }: Devices,
  { userId }: Self,
): Promise<ResponseOf<typeof listDevices>> {
  const devices = await findDevices(outsideAnyTransaction(db), userId)
  const add = deviceAbility(mayAddDevice(push !== null, devices.length))
  return {
    publicKey: push?.publicKey ?? null,
    devices: devices.map(device => deviceWire(device, push)),
    can: { add },
  }
}

const deviceWire = (device: Device, push: PushService | null): DeviceWire => {
  const { id, name, createdAt, toldAt, showsDetails, digest, serverKey } = device
  return { id, name, createdAt, toldAt, showsDetails, digest, isReached: push?.reaches(serverKey) ?? false }
}

/**
 * Adds this browser, or renews it. Whoever was told on it before, and whose keys it has, is told nothing on it any more.
 */
export async function addOwnDevice(
  devices: Devices,
  self: Self,
  { subscription, publicKey, name }: AddedDevice,
): Promise<DeviceWire | Refused> {
  const { push, reach, seal } = devices
  if (push === null) return refuse('push_not_configured')
  const may = mayUse(reach, subscription)
  if (isRefusal(may)) return may
  if (publicKey !== push.publicKey) return refuse('push_key_changed')
  const stopped = await tooMany(devices, self)
  if (stopped) return stopped
  const { userId, sessionId } = self
  const kept = { ...sealedAddress(seal, subscription), serverKey: publicKey, name, sessionId }
  const fact = noticeFact('notices.device_added', userId, { after: { device: name } })
  return changed(devices, self, fact, async (on, now) => {
    await lockDevices(on, userId)
    await lockAddress(on, kept.digest)
    const before = await lockDeviceAt(on, kept.digest)
    if (before && openedAddress(seal, before)?.auth !== subscription.auth) return refuse('device_known')
    const others = await findDevices(on, userId)
    const own = others.find(({ digest }) => digest === kept.digest)
    const mayAdd = own ? true : mayAddDevice(true, others.length)
    if (isRefusal(mayAdd)) return mayAdd
    if (before && !own) await deleteGone(on, before)
    const id = own?.id ?? newId(now.getTime())
    const isKept = own
      ? await attachDevice(on, { ...kept, id })
      : await insertDevice(on, { ...kept, id, userId }, now)
    const added = isKept ? await findDevice(on, id) : null
    return added ? deviceWire(added, push) : refuse('not_found')
  })
}

/** Permits an address at a push service that may be called, with a key that something can be encrypted for. */
function mayUse(reach: Reach, { endpoint, p256dh }: PushAddress): true | Refused {
  const isUsable = addressFault(endpoint, reach) === null && isDeviceKey(p256dh)
  return isUsable ? true : refuse('push_address_refused')
}

export async function changeOwnDevice(
  devices: Devices,
  self: Self,
  { id, showsDetails }: Pick<Device, 'id' | 'showsDetails'>,
): Promise<DeviceWire | Refused> {
  const before = await findOwn(devices, self, device => device.id === id)
  if (!before) return refuse('not_found')
  if (before.showsDetails === showsDetails) return deviceWire(before, devices.push)
  const stopped = await tooMany(devices, self)
  if (stopped) return stopped
  const fact = noticeFact('notices.device_changed', self.userId, {
    before: { showsDetails: before.showsDetails },
    after: { device: before.name, showsDetails },
  })
  return changed(devices, self, fact, async on => {
    const device = await lockDeviceAt(on, before.digest)
    if (device?.userId !== self.userId) return refuse('not_found')
    await saveDetails(on, id, showsDetails)
    return deviceWire({ ...device, showsDetails }, devices.push)
  })
}

/** Removes a device. Another person's is answered as unknown. */
export async function removeOwnDevice(
  devices: Devices,
  self: Self,
  id: string,
): Promise<{ removed: true } | Refused> {
  const before = await findOwn(devices, self, device => device.id === id)
  if (!before) return refuse('not_found')
  const fact = noticeFact('notices.device_removed', self.userId, { after: { device: before.name } })
  return changed(devices, self, fact, async on =>
    (await deleteDevice(on, self.userId, id)) ? { removed: true } : refuse('not_found'),
  )
}

/** Sends one notice now, and says what the push service answered. */
export async function tryOwnDevice(
  devices: Devices,
  self: Self,
  id: string,
): Promise<{ outcome: 'sent' | 'gone' } | Refused> {
  const { push, limits, db } = devices
  const device = await findOwn(devices, self, one => one.id === id)
  if (!device) return refuse('not_found')
  if (push === null) return refuse('push_not_configured')
  const [stopped] = await limits.take([{ limit: deviceLimits.test, subject: self.userId }])
  if (stopped) return refuse('too_many_tries', { waitSeconds: stopped.waitSeconds })
  const to = openedAddress(devices.seal, device)
  if (to === null || !push.reaches(device.serverKey)) return refuse('device_unreachable')
  const message = { text: testText(self.role), topic: 'prueba', isUrgent: true, keptSeconds: 60 }
  const called = await push.send(to, device.serverKey, message)
  if (!('status' in called)) return refuse('device_unreachable')
  if (isGone(called.status)) {
    await asPerson(db, self.userId, tx => deleteGone(tx, device))
    return { outcome: 'gone' }
  }
  if (!isTaken(called.status)) return refuse('device_unreachable')
  await asPerson(db, self.userId, tx => saveTold(tx, id, tx.now))
  return { outcome: 'sent' }
}

/** Gives a device the address that its browser has changed to. Whoever knows its secret is its browser. */
export async function renewDeviceAddress(
  devices: Devices,
  { endpoint, auth, next }: Renewal,
  ip: string,
): Promise<{ renewed: true } | Refused> {
  const { push, reach, limits, seal, db } = devices
  if (push === null) return refuse('push_not_configured')
  const may = mayUse(reach, next)
  if (isRefusal(may)) return may
  const [stopped] = await limits.take([{ limit: deviceLimits.renewalFrom, subject: ip }])
  if (stopped) return refuse('too_many_tries', { waitSeconds: stopped.waitSeconds })
  const on = outsideAnyTransaction(db)
  const known = await lockDeviceAt(on, endpointDigest(endpoint))
  if (!known || openedAddress(seal, known)?.auth !== auth) return refuse('not_found')
  const kept = { ...sealedAddress(seal, next), serverKey: known.serverKey }
  return asPerson(db, known.userId, async tx => {
    await lockDevices(tx, known.userId)
    await lockAddress(tx, kept.digest)
    const device = await lockDeviceAt(tx, known.digest)
    const isFree = known.digest === kept.digest || (await lockDeviceAt(tx, kept.digest)) === null
    if (device?.id !== known.id || !isFree) return refuse('not_found')
    await saveAddress(tx, { ...kept, id: known.id })
    return { renewed: true }
  })
}

/** Writes a change with its fact, in the journal of the company in which the person works, unless it is refused. */
async function changed<T extends object>(
  devices: Devices,
  { userId, companyId }: Self,
  fact: ReturnType<typeof noticeFact>,
  write: (on: Statements, now: Date) => Promise<T | Refused>,
): Promise<T | Refused> {
  const outcome: { answer: T | Refused } = { answer: refuse('not_found') }
  await traced(devices, { userId, companyId, actorId: userId, facts: [fact] }, async (on, now) => {
    outcome.answer = await write(on, now)
    return !isRefusal(outcome.answer)
  })
  return outcome.answer
}

async function tooMany({ limits }: Devices, { userId }: Self): Promise<Refused | null> {
  const [stopped] = await limits.take([{ limit: deviceLimits.change, subject: userId }])
  return stopped ? refuse('too_many_tries', { waitSeconds: stopped.waitSeconds }) : null
}

async function findOwn(
  { db }: Devices,
  { userId }: Self,
  isIt: (device: Device) => boolean,
): Promise<Device | null> {
  const own = await findDevices(outsideAnyTransaction(db), userId)
  return own.find(isIt) ?? null
}
