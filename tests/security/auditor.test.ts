// An auditor reads what an administrator reads, and changes nothing: of every call that the product has.
import { afterAll, describe, expect, test } from 'vitest'
import { openAnyCall } from '#tests/support/any-call.ts'
import { ordersOf } from '#tests/support/cast.ts'

const { app, cast, known, pathOf, send } = await openAnyCall()
const orders = ordersOf(app, cast)
const executedId = await orders.approved()
await orders.confirm(executedId, cast.executor)
const auditorId = await app.person(cast.companyId, 'auditor', cast.address('audita'), { name: 'Aurora' })
const auditor = await app.signIn(cast.address('audita'))
const { body: journal } = await app.ask('/api/audit/events', { as: cast.admin })
afterAll(() => app.stop())

const named = app.calls.map(call => ({ ...call, name: `${call.endpoint.method} ${call.endpoint.path}` }))
const inCompany = named.filter(({ kind }) => kind === 'write' || kind === 'each')
const reads = named.filter(({ kind }) => kind === 'read')

/** Things of the auditor's own, and papers that they take away. */
const ownWrites = [
  'beginCertificateArchive',
  'changeSavedView',
  'deleteSavedView',
  'downloadCertificateArchive',
  'downloadClosing',
  'exportClients',
  'exportContracts',
  'exportCostCentres',
  'exportDocuments',
  'exportEvents',
  'exportMovements',
  'exportPeople',
  'exportProjects',
  'exportProviders',
  'exportReceived',
  'exportWithholdings',
  'issueArchiveCertificates',
  'issueCertificate',
  'muteMails',
  'muteNotices',
  'readNotice',
  'readNotices',
  'readNoticesOfOrder',
  'revokeToken',
  'saveView',
]

/** Calls of the own account, outside any company; all are the auditor's as anybody's, but for these. */
const refusedOfAccount = ['startImpersonation', 'makeSample', 'discardSample']

const refusal = ({ statusCode, body }: Awaited<ReturnType<typeof send>>) => [
  statusCode,
  JSON.parse(body).type,
]
const forbidden = [403, '/problems/forbidden']

describe('writes', () => {
  test('those left to an auditor are of their own things, or of papers to take away', () => {
    const left = inCompany.filter(({ endpoint }) => endpoint.forReaders).map(({ endpoint }) => endpoint.id)
    expect(left.toSorted()).toEqual(ownWrites)
  })

  test('every other one of the company refuses an auditor, and changes nothing', async () => {
    const refused = inCompany.filter(({ endpoint }) => !endpoint.forReaders)
    expect(refused.length).toBeGreaterThan(80)
    const before = await app.digests()
    for (const { endpoint, name } of refused)
      expect([name, ...refusal(await send(endpoint, { token: auditor }))]).toEqual([name, ...forbidden])
    expect(await app.digests()).toEqual(before)
  })

  test('outside any company an auditor neither looks as somebody else nor makes a sample', async () => {
    const before = await app.digests()
    for (const { endpoint, name } of named.filter(call => refusedOfAccount.includes(call.endpoint.id)))
      expect([name, (await send(endpoint, { token: auditor })).statusCode]).not.toEqual([name, 200])
    for (const { endpoint, name } of named.filter(({ kind }) => kind === 'platform'))
      expect([name, ...refusal(await send(endpoint, { token: auditor }))]).toEqual([name, ...forbidden])
    expect(await app.digests()).toEqual(before)
  })

  test('calls that no endpoint describes refuse an auditor too', async () => {
    const before = await app.digests()
    const boundary = 'x1'
    const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\r\n--${boundary}--\r\n`
    for (const url of ['/api/files', '/api/received-invoices/archives']) {
      const headers = {
        authorization: `Bearer ${auditor}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      }
      const answer = await app.http.inject({ method: 'POST', url, headers, payload: file })
      expect([url, answer.statusCode]).toEqual([url, 403])
    }
    const json = (method: 'POST' | 'PATCH', url: string, payload: object) =>
      app.http.inject({
        method,
        url,
        headers: { authorization: `Bearer ${auditor}`, 'content-type': 'application/json' },
        payload,
      })
    const made = {
      email: 'nueva@pruebas.example',
      name: 'Nueva',
      role: 'approver',
      password: 'Una-larga-1234',
    }
    expect((await json('POST', '/functions/v1/create-user', made)).statusCode).toBe(403)
    await json('PATCH', `/rest/v1/profiles?id=eq.${cast.executorId}`, { name: 'Otra persona' })
    await json('PATCH', `/rest/v1/profiles?id=eq.${auditorId}`, { role: 'admin' })
    expect(await app.digests()).toEqual(before)
  })
})

/** Reads that are not an auditor's, or tell them something else, and why. */
const differing: { readonly [endpointId: string]: string } = {
  listCompanyTokens: 'what lets programs in is kept by administrators; the journal tells each change of it',
  getCompanySignIn: 'what lets people in, as above',
  getMailbox: 'an address and a user of another server, as above',
  getProvisioning: 'what lets people in, as above',
  listWebhooks: 'whom the company tells, as above',
  getWebhook: 'as above',
  listWebhookDeliveries: 'as above',
  getWebhookDelivery: 'as above',
  listImports: 'files on their way in: the journal tells what came of them',
  getImport: 'as above',
  listImportRows: 'as above',
  refusedRowsFile: 'as above',
  importTemplate: 'as above',
  previewRoute: 'a step of making an order',
  ownPermissions: 'of the reader: an auditor holds none',
  listSavedViews: 'of the reader: lists of the areas that they have',
}

/**
 * Fields of the reader and not of the company: what they may do or grant, who they are, whom they might choose, and the
 * version on which a change of theirs would be based.
 */
const ofReader = ['can', 'grantable', 'isYou', 'candidates', 'people', 'version', 'requestId']

function ofCompany(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ofCompany)
  if (typeof value !== 'object' || value === null) return value
  const rest = Object.entries(value).filter(([name]) => !ofReader.includes(name))
  return Object.fromEntries(rest.map(([name, inner]) => [name, ofCompany(inner)]))
}

/** Abilities in an answer that a reader would have. */
function granted(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    if (name !== 'can') return granted(inner)
    return inner === true ? [name] : Object.entries(inner).filter(([, can]) => can === true)
  })
}

describe('reads', () => {
  const pathAsKnown = ({ endpoint }: (typeof reads)[number]) =>
    pathOf(endpoint).replace(`/events/${known.eventId}`, `/events/${journal.items[0].id}`)

  const told = ({ statusCode, body }: Awaited<ReturnType<typeof send>>) => [
    statusCode,
    ofCompany(JSON.parse(body)),
  ]

  test.each(reads.filter(({ endpoint }) => differing[endpoint.id] === undefined))(
    '$name tells an auditor what it tells an administrator, and offers nothing',
    async call => {
      const path = pathAsKnown(call)
      const mine = await send(call.endpoint, { path, token: auditor })
      const theirs = await send(call.endpoint, { path, token: cast.admin })
      expect(told(mine)).toEqual(told(theirs))
      if (!call.endpoint.forReaders) expect(granted(JSON.parse(mine.body))).toEqual([])
    },
  )

  test('the listed ones do differ', async () => {
    for (const { endpoint, name } of reads.filter(each => differing[each.endpoint.id] !== undefined)) {
      const mine = await send(endpoint, { token: auditor })
      expect([name, ...told(mine)]).not.toEqual([name, ...told(await send(endpoint, { token: cast.admin }))])
    }
  })

  test('an order with its names, and its bank data, are told whole', async () => {
    const order = await orders.card(executedId, auditor)
    expect(order).toMatchObject({ id: executedId, state: 'executed' })
    const { body } = await app.ask(`/api/documents/${executedId}/timeline`, { as: auditor })
    expect(JSON.stringify(body)).toContain('Aprobador 0')
    expect(body.can).toEqual({ certify: true })
  })
})

describe('papers', () => {
  const take = (path: string, body: object) => app.ask(path, { method: 'POST', as: auditor, body })

  test('an auditor takes a list, the journal and a Constancia away, which the journal tells', async () => {
    const list = await take('/api/documents/exports', { format: 'csv' })
    const facts = await take('/api/audit/exports', { format: 'csv' })
    const paper = await take(`/api/documents/${executedId}/certificates`, {})
    expect([list.status, facts.status, paper.status]).toEqual([200, 200, 200])
    const file = await app.http.inject({ method: 'GET', url: facts.body.url })
    expect([file.statusCode, file.body]).toEqual([200, expect.stringContaining('Aurora')])
  })

  test('a view is saved, and notices are muted, by the auditor for themselves', async () => {
    const saved = await take('/api/saved-views', {
      list: 'people',
      name: 'Quien entró',
      search: { sort: '-seen' },
    })
    const muted = await app.ask('/api/notices/mails', { method: 'PUT', as: auditor, body: { muted: [] } })
    expect([saved.status, muted.status]).toEqual([200, 200])
  })
})

describe('becoming an auditor', () => {
  const change = (id: string, role: string) =>
    app.http.inject({
      method: 'PATCH',
      url: `/rest/v1/profiles?id=eq.${id}`,
      headers: {
        authorization: `Bearer ${cast.admin}`,
        'content-type': 'application/json',
        prefer: 'return=representation',
      },
      payload: { role },
    })

  test('an administrator invites one, who comes in and reads', async () => {
    const body = { name: 'Nora', lastName: 'Lee', email: cast.address('nora'), role: 'auditor' }
    expect((await app.ask('/api/people', { method: 'POST', as: cast.admin, body })).status).toBe(200)
    const nora = await app.accept(cast.address('nora'))
    expect((await app.ask('/api/audit/events', { as: nora })).status).toBe(200)
    expect((await app.ask('/api/people', { method: 'POST', as: nora, body })).status).toBe(403)
  })

  test('somebody with open seats gives them away first, and reads once they have signed in again', async () => {
    const [seated = ''] = cast.approverIds
    expect((await change(seated, 'auditor')).json()).toMatchObject({
      message: expect.stringContaining('aprobaci'),
    })
    const email = cast.address('cambia')
    const id = await app.person(cast.companyId, 'approver', email)
    const journalFor = async (as: string) => (await app.ask('/api/audit/events', { as })).status
    const before = await app.signIn(email)
    expect(await journalFor(before)).toBe(404)
    expect((await change(id, 'auditor')).statusCode).toBe(200)
    const after = await app.signIn(email)
    expect([await journalFor(before), await journalFor(after)]).toEqual([401, 200])
    expect((await change(id, 'approver')).statusCode).toBe(200)
    expect(await journalFor(after)).toBe(401)
  })

  test('an auditor is no approver, executor, substitute or owner of a budget', async () => {
    const answers = [
      await app.ask(`/api/projects/${cast.projectId}/people`, {
        method: 'PUT',
        as: cast.admin,
        body: { approverIds: [auditorId], executorIds: [cast.executorId] },
      }),
      await app.ask(`/api/projects/${cast.projectId}/permissions/${auditorId}`, {
        method: 'PUT',
        as: cast.admin,
        body: { permissions: ['view'] },
      }),
      await app.ask('/api/company/budget-owners', {
        method: 'PUT',
        as: cast.admin,
        body: { userIds: [auditorId] },
      }),
    ]
    expect(answers.map(({ status }) => status >= 400 && status < 500)).toEqual([true, true, true])
  })
})
