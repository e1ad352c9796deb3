// What requests about other systems say: the mailbox of a company, and its webhooks.

const connection = {
  host: 'imap.correo.example',
  port: 993,
  username: 'facturas',
  password: 'x',
  folder: 'INBOX',
}

const webhook = { url: 'https://sistema.example/webhook', events: ['order.approved'] }

export const outsideSamples = {
  changeMailbox: { ...connection, collects: false, revision: 0 },
  testMailbox: connection,
  listMailedMessages: { after: '01900000-0000-7000-8000-000000000000' },
  takeMailedMessage: { providerId: null, remembers: false, revision: 1 },
  discardMailedMessage: { revision: 1 },
  createWebhook: webhook,
  changeWebhook: webhook,
  resendFailedDeliveries: { since: '2026-01-01T00:00:00.000Z' },
}
