/** Rows of `push_device`, and of the notices that wait to be sent to them. */
import { detachedDays, gatherMs, keptMs } from '#features/notices/rules/devices.ts'
import type { SealedRow, SealedRows } from '#server/auth/resealing.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'
import { part, rows, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Sends statements about accounts: in the transaction of a person or of a company, or each in its own. */
export type Accounts = Pick<TenantTx, 'all'>

export type Device = {
  readonly id: string
  readonly userId: string
  readonly name: string
  readonly digest: string
  /** Address and keys, sealed. */
  readonly sealed: string
  readonly host: string
  readonly serverKey: string
  readonly showsDetails: boolean
  readonly createdAt: string
  readonly toldAt: string | null
  readonly failingSince: string | null
}

const columns = part`id, user_id as "userId", name, digest, sealed, host, server_key as "serverKey",
  shows_details as "showsDetails", created_at as "createdAt", told_at as "toldAt", failing_since as "failingSince"`

/** The person's devices, oldest first. */
export const findDevices = (on: Accounts, userId: string): Promise<Device[]> =>
  on.all<Device>(sql`select ${columns} from push_device where user_id = ${userId} order by created_at, id`)

/** Locks the person's devices, those that are still to come included. */
export async function lockDevices(on: Accounts, userId: string): Promise<void> {
  await on.all(sql`select id from account where id = ${userId} for no key update`)
}

export async function findDevice(on: Accounts, id: string): Promise<Device | null> {
  const [row] = await on.all<Device>(sql`select ${columns} from push_device where id = ${id}`)
  return row ?? null
}

/** Locks an address until the transaction ends, also one that no device has yet. */
export async function lockAddress(on: Accounts, digest: string): Promise<void> {
  await on.all(sql`select pg_advisory_xact_lock(hashtextextended(${digest}, 0))`)
}

/** Locks the device with this address, of whatever account. */
export async function lockDeviceAt(on: Accounts, digest: string): Promise<Device | null> {
  const [row] = await on.all<Device>(
    sql`select ${columns} from push_device where digest = ${digest} for update`,
  )
  return row ?? null
}

type Kept = Pick<Device, 'digest' | 'sealed' | 'host' | 'serverKey'>

/**
 * Inserts a device of a session, bound to the company that the session is bound to; nothing for a session that has ended.
 * Whoever calls has locked its address.
 */
export async function insertDevice(
  on: Accounts,
  device: Kept & Pick<Device, 'id' | 'userId' | 'name'> & { readonly sessionId: string },
  now: Date,
): Promise<boolean> {
  const made = await on.all(sql`
    insert into push_device (id, user_id, session_id, bound_to, name, digest, sealed, host, server_key, shows_details, created_at)
    select ${device.id}, user_id, id, bound_to, ${device.name}, ${device.digest}, ${device.sealed}, ${device.host},
      ${device.serverKey}, false, ${now} from session where id = ${device.sessionId} and user_id = ${device.userId}
    returning id`)
  return made.length > 0
}

/** The device belongs to another session of its person from now on. */
export async function attachDevice(
  on: Accounts,
  device: Kept & Pick<Device, 'id' | 'name'> & { readonly sessionId: string },
): Promise<boolean> {
  const attached = await on.all(sql`
    update push_device d set session_id = s.id, bound_to = s.bound_to, detached_at = null, name = ${device.name},
      sealed = ${device.sealed}, host = ${device.host}, server_key = ${device.serverKey}, failing_since = null
    from session s where d.id = ${device.id} and s.id = ${device.sessionId} and s.user_id = d.user_id returning d.id`)
  return attached.length > 0
}

/** Gives a device another address, which whoever calls has locked. */
export async function saveAddress(on: Accounts, device: Kept & Pick<Device, 'id'>): Promise<void> {
  await on.all(sql`
    update push_device set digest = ${device.digest}, sealed = ${device.sealed}, host = ${device.host},
      failing_since = null where id = ${device.id}`)
}

export async function saveDetails(on: Accounts, id: string, showsDetails: boolean): Promise<void> {
  await on.all(sql`update push_device set shows_details = ${showsDetails} where id = ${id}`)
}

/** Removes a device of the person. False for one of somebody else. */
export async function deleteDevice(on: Accounts, userId: string, id: string): Promise<boolean> {
  const gone = await on.all(
    sql`delete from push_device where id = ${id} and user_id = ${userId} returning id`,
  )
  return gone.length > 0
}

/** Removes a device whose push service no longer knows it, unless it has another address by now. */
export async function deleteGone(on: Accounts, { id, digest }: Pick<Device, 'id' | 'digest'>): Promise<void> {
  await on.all(sql`delete from push_device where id = ${id} and digest = ${digest}`)
}

/** Saves that a push service took a notice. */
export async function saveTold(on: Accounts, id: string, now: Date): Promise<void> {
  await on.all(sql`update push_device set told_at = ${now}, failing_since = null where id = ${id}`)
}

/** Puts notices by for the devices of their people, in the transaction that makes the notices. */
export function putByForDevices(
  tx: TenantTx,
  notices: readonly { readonly id: string; readonly userId: string }[],
  madeAt: string,
): void {
  // An imported history wakes nobody.
  if (notices.length === 0 || tx.now.getTime() - Date.parse(madeAt) >= keptMs) return
  const due = new Date(tx.now.getTime() + gatherMs)
  const told = rows(notices.map(({ id, userId }) => [id, userId]))
  tx.batchWithCommit(gathering =>
    gathering.run(sql`
      insert into push_message (id, device_id, company, notice_id, attempts, created_at, next_try_at)
      select gen_random_uuid(), d.id, ${tx.companyId}::uuid, told.notice_id::uuid, 0, ${tx.now}::timestamptz, ${due}::timestamptz
      from (values ${told}) told (notice_id, user_id)
      join push_device d on d.user_id = told.user_id::uuid and (d.bound_to is null or d.bound_to = ${tx.companyId}::uuid)
      on conflict do nothing`),
  )
}

/** Deletes devices whose session ran out long ago, and notices that come too late. For a timer. */
export async function sweepDevices(db: Db): Promise<void> {
  const now = clock.now().getTime()
  await db.run(
    sql`delete from push_device where detached_at < ${new Date(now - detachedDays * 24 * 3600_000)}`,
  )
  await db.run(sql`delete from push_message where created_at < ${new Date(now - keptMs)}`)
}

export const sealedDevices = (db: Db): SealedRows => ({
  page: after =>
    db.run<SealedRow>(sql`
      select id, sealed from push_device where ${after}::uuid is null or id > ${after} order by id limit 1000`),
  replace: async ({ id, sealed }, anew) => {
    await db.run(sql`update push_device set sealed = ${anew} where id = ${id} and sealed = ${sealed}`)
  },
})
