// Shows the notices that the program sends to this browser, and opens their screens. It answers no request of a page
// and keeps nothing: what a screen shows is never old.

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('push', event => {
  event.waitUntil(show(read(event.data)))
})

function read(data) {
  try {
    return data ? data.json() : {}
  } catch {
    return {}
  }
}

// Browsers ask for something to be shown for each message, also for one that cannot be read.
function show({ title, body, tag, path }) {
  return self.registration.showNotification(title || 'Tienes una novedad en Visto Bueno', {
    body: body || '',
    tag: tag || 'novedad',
    renotify: true,
    icon: '/icons/icon-192.png',
    lang: 'es',
    data: { path: path || '/' },
  })
}

self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(open(screenAddress(event.notification.data)))
})

// Within this program alone: any other address is its beginning.
function screenAddress(data) {
  const { origin } = self.location
  try {
    const url = new URL(data?.path ?? '/', origin)
    return url.origin === origin ? url.href : `${origin}/`
  } catch {
    return `${origin}/`
  }
}

// A window that shows the screen already is brought to the front; another one may have a form half written in it.
async function open(address) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const found = windows.find(({ url }) => url === address)
  return found ? found.focus() : self.clients.openWindow(address)
}

// The browser changes its address by itself: the secret of the one before says whose it was.
self.addEventListener('pushsubscriptionchange', event => {
  event.waitUntil(renew(event.oldSubscription, event.newSubscription))
})

async function renew(before, given) {
  if (!before) return
  const next = given ?? (await self.registration.pushManager.subscribe(before.options))
  const body = { endpoint: before.endpoint, auth: keyText(before, 'auth'), next: asSent(next) }
  await fetch('/api/account/devices/renewal', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

const asSent = subscription => ({
  endpoint: subscription.endpoint,
  p256dh: keyText(subscription, 'p256dh'),
  auth: keyText(subscription, 'auth'),
})

function keyText(subscription, name) {
  const bytes = new Uint8Array(subscription.getKey(name) ?? [])
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
