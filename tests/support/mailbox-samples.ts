// Samples of requests about the mailbox of a company.

const connection = {
  host: 'imap.correo.example',
  port: 993,
  username: 'facturas',
  password: 'x',
  folder: 'INBOX',
}

export const mailboxSamples = {
  changeMailbox: { ...connection, collects: false, revision: 0 },
  testMailbox: connection,
  listMailedMessages: { after: '01900000-0000-7000-8000-000000000000' },
  takeMailedMessage: { providerId: null, remembers: false, revision: 1 },
  discardMailedMessage: { revision: 1 },
}
