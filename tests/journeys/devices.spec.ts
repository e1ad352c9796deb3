// Notices on a device. The browser reaches no push service: its subscription alone is put in its place, and a message is
// given to the service worker by the browser's tools. All else is as it is: permission, worker, notice and click.
import { makePushKey } from '../../src/server/push/push-keys.ts'
import { comeTo, wellMade } from './journey.ts'
import { expect, testAlone } from './people.ts'

const test = testAlone({ PUSH_KEY: makePushKey(), SUPPORT_CONTACT: 'mailto:ayuda@demo.example' })

test('somebody turns on notices on this device, hides nothing more than they want, and removes it', async ({
  as,
  server,
}) => {
  const page = await as('nuria@demo.example', '/client/profile')
  await page.context().grantPermissions(['notifications'], { origin: server.origin })
  await page.evaluate(async () => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
    const p256dh = await crypto.subtle.exportKey('raw', pair.publicKey)
    const keys: Record<string, ArrayBuffer> = { p256dh, auth: new Uint8Array(16).fill(7).buffer }
    const subscription = {
      endpoint: 'https://empuje.example/nuria',
      options: {},
      getKey: (name: string) => keys[name] ?? null,
      unsubscribe: async () => true,
    }
    let held: unknown = null
    Object.assign(PushManager.prototype, {
      getSubscription: async () => held,
      subscribe: async () => {
        held = subscription
        return subscription
      },
    })
  })
  await comeTo(page.getByRole('heading', { name: 'Notificaciones en tus dispositivos', exact: true }))
  await page.getByRole('button', { name: 'Activar en este dispositivo' }).click()
  const list = page.getByRole('list', { name: 'Tus dispositivos' })
  await expect(list.getByText('(este dispositivo)', { exact: false })).toBeVisible()
  const details = list.getByRole('checkbox', { name: 'Mostrar montos y nombres en la pantalla bloqueada' })
  await expect(details).not.toBeChecked()
  await details.click()
  await expect(details).toBeChecked()
  await wellMade(page)

  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>(resolve =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const message = {
    title: 'Tienes un pedido que decidir',
    body: '',
    tag: 'a',
    path: '/client/pending-approvals',
  }
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: server.origin,
    registrationId: await registered,
    data: JSON.stringify(message),
  })
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      const notices = await registration.getNotifications()
      return notices.map(({ title, body, data }) => ({ title, body, path: data.path }))
    })
  await expect.poll(shown).toEqual([{ title: message.title, body: '', path: message.path }])

  await list.getByRole('button', { name: /^Quitar / }).click()
  await expect(page.getByRole('button', { name: 'Activar en este dispositivo' })).toBeVisible()
})
