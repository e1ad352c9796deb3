// Passwords of mailboxes and addresses of devices survive the change of the program's secret, and what somebody changes
// while they are sealed anew stays as that person left it.
import { expect, test } from 'vitest'
import { mailboxSeal, saveMailbox, sealedPasswords } from '#features/mailboxes/store.ts'
import { sealedDevices } from '#features/notices/store/devices.ts'
import { reseal } from '#mend/reseal.ts'
import { resealRows } from '#server/auth/resealing.ts'
import { makeSecret } from '#server/auth/secret-keys.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import { deviceSeal, openedAddress } from '#server/push/push-address.ts'
import { secret } from '#tests/support/app.ts'
import { pushDesk } from '#tests/support/push-desk.ts'

const desk = pushDesk('resella')
const newer = 'a newer secret of at least thirty-two characters'
const alone = makeSecret(newer)

/** The company's mailbox, with this password under the secret of today, or what is left of it. */
const mailbox = (companyId: string, userId: string, sealedPassword: string) =>
  asSystem(desk.app.db, companyId, tx =>
    saveMailbox(tx, userId, {
      host: 'correo.example',
      port: 993,
      username: 'norte',
      folder: 'INBOX',
      doneFolder: null,
      collects: true,
      sealedPassword,
      isAnother: false,
    }),
  )
const sealedPassword = async (companyId: string): Promise<string> => {
  const [row] = await desk.app.tamper(
    sql`select sealed_password as sealed from mailbox where company_id = ${companyId}`,
  )
  return String(row?.sealed)
}
const sealedDevice = async (id: string) => {
  const [row] = await desk.app.tamper(sql`select sealed from push_device where id = ${id}`)
  return { sealed: String(row?.sealed) }
}

test('mailboxes and devices of every company are sealed anew once, and open with the newer secret alone', async () => {
  const { app, cast } = desk
  const other = await desk.stranger('vecina')
  const today = mailboxSeal(secret)
  await mailbox(cast.companyId, cast.executorId, today.seal('clave del norte'))
  await mailbox(other.companyId, other.executorId, today.seal('clave del sur'))
  const device = await desk.device()
  const both = makeSecret(newer, secret.first.text)
  const { sealed } = await reseal(app.db, both)
  expect(sealed['mailbox passwords']).toEqual({ changed: 2, unreadable: 0 })
  expect(sealed.devices).toEqual({ changed: 1, unreadable: 0 })
  const opened = async (companyId: string) => mailboxSeal(alone).unseal(await sealedPassword(companyId))
  expect([await opened(cast.companyId), await opened(other.companyId)]).toEqual([
    'clave del norte',
    'clave del sur',
  ])
  const address = openedAddress(deviceSeal(alone), await sealedDevice(device.id))
  expect(address).toEqual(device.subscription)
  expect(mailboxSeal(secret).unseal(await sealedPassword(cast.companyId))).toBeNull()
  const again = (await reseal(app.db, both)).sealed
  expect([again['mailbox passwords'], again.devices]).toEqual([
    { changed: 0, unreadable: 0 },
    { changed: 0, unreadable: 0 },
  ])
  // A secret that sealed none of it changes none of it, and says how much it cannot open.
  const stranger = (
    await reseal(app.db, makeSecret('a secret of nobody, of more than thirty-two characters'))
  ).sealed
  expect([stranger['mailbox passwords'], stranger.devices]).toEqual([
    { changed: 0, unreadable: 2 },
    { changed: 0, unreadable: 1 },
  ])
  expect(await opened(cast.companyId)).toBe('clave del norte')
})

test('a password or an address that changes while it is sealed anew is what its owner made of it', async () => {
  const { app, cast } = desk
  const both = makeSecret(newer, secret.first.text)
  await mailbox(cast.companyId, cast.executorId, mailboxSeal(secret).seal('la de antes'))
  const device = await desk.device()
  const rows = sealedPasswords(app.db, cast.companyId)
  await resealRows(mailboxSeal(both), {
    ...rows,
    replace: async (row, sealed) => {
      await mailbox(cast.companyId, cast.executorId, mailboxSeal(both).seal('la de ahora'))
      await rows.replace(row, sealed)
    },
  })
  expect(mailboxSeal(alone).unseal(await sealedPassword(cast.companyId))).toBe('la de ahora')
  const devices = sealedDevices(app.db)
  const moved = deviceSeal(both).seal(
    JSON.stringify({ ...device.subscription, endpoint: 'https://otra.example/1' }),
  )
  await resealRows(deviceSeal(both), {
    ...devices,
    replace: async (row, sealed) => {
      await app.tamper(sql`update push_device set sealed = ${moved} where id = ${row.id}`)
      await devices.replace(row, sealed)
    },
  })
  expect(openedAddress(deviceSeal(alone), await sealedDevice(device.id))?.endpoint).toBe(
    'https://otra.example/1',
  )
})
