/** Notices that wait to be sent to devices. */
import { room } from '#features/notices/rules/devices.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'
import { nothing, part, sql } from '#server/database/sql.ts'

/** A notice that a node has taken to send it to a device. */
export type Taken = {
  readonly id: string
  readonly deviceId: string
  readonly company: string
  readonly noticeId: string
  /** Tries with this one. */
  readonly attempts: number
  readonly madeAt: string
}

/** Devices for which there is no room now. */
export type Closed = {
  readonly devices: readonly string[]
  readonly hosts: readonly string[]
  readonly people: readonly string[]
  /** True when none whose last try failed is to be taken. */
  readonly failing: boolean
}

/** Takes what is due for one device, oldest first, until the lease ends; empty when nothing is due that there is room for. */
export function takeDue(db: Db, closed: Closed): Promise<Taken[]> {
  const now = clock.now()
  return db.run<Taken>(sql`
    update push_message set attempts = attempts + 1, next_try_at = ${new Date(now.getTime() + room.leaseMs)}
    where id in (
      select id from push_message where next_try_at <= ${now} and device_id = (
        select m.device_id from push_message m join push_device d on d.id = m.device_id
        where m.next_try_at <= ${now} and m.device_id <> all (${[...closed.devices]}::uuid[])
          and d.host <> all (${[...closed.hosts]}::text[]) and d.user_id <> all (${[...closed.people]}::uuid[])
          ${closed.failing ? part`and d.failing_since is null` : nothing}
        order by m.next_try_at, m.id limit 1)
      order by created_at, id limit ${room.notices} for update skip locked)
    returning id, device_id as "deviceId", company, notice_id as "noticeId", attempts, created_at as "madeAt"`)
}

/** Forgets notices that were sent, or that nobody is to be told any more. */
export async function forget(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.run(sql`delete from push_message where id = any (${[...ids]}::uuid[])`)
}

export async function tryAgainAt(db: Db, id: string, at: Date): Promise<void> {
  await db.run(sql`update push_message set next_try_at = ${at} where id = ${id}`)
}

/** Saves that a try failed. Deletes a device with which nothing has worked since before that instant. */
export async function saveFailed(db: Db, deviceId: string, gone: Date): Promise<void> {
  const now = clock.now()
  await db.run(sql`
    update push_device set failing_since = coalesce(failing_since, ${now}) where id = ${deviceId}`)
  await db.run(sql`delete from push_device where id = ${deviceId} and failing_since < ${gone}`)
}
