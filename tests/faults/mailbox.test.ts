// Invoices that come by mail, from a real IMAP server over TLS: each once, whatever ends between, and strangers wait.
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { visitNext } from '#features/mailboxes/commands/collect.ts'
import { mailboxBounds } from '#features/mailboxes/rules/message.ts'
import { simplePdf } from '#features/samples/rules/simple-pdf.ts'
import { sql } from '#server/database/sql.ts'
import { outageProblem } from '#server/problems.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast } from '#tests/support/cast.ts'
import { type Dovecot, hasDovecot, mailPassword } from '#tests/support/dovecot.ts'
import { startFloodingImap } from '#tests/support/flooding-imap.ts'
import { startMailboxDesk } from '#tests/support/mailbox-desk.ts'
import { mail, nested, pdf, xml } from '#tests/support/mailed-messages.ts'

describe.skipIf(!hasDovecot())('a mailbox of invoices (left out where Dovecot is not installed)', () => {
  let box: Awaited<ReturnType<typeof startMailboxDesk>>
  let server: Dovecot
  let desk: typeof box.desk
  let app: TestApp
  let cast: Cast
  let other: Cast
  let issuer: string
  const known = 'facturas@cristales.example'

  beforeAll(async () => {
    box = await startMailboxDesk(['norte', 'sur', 'rota', 'llena'])
    ;({ server, desk } = box)
    app = desk.app
    ;({ cast, issuer } = await desk.billed('norte'))
    other = await makeCast(app, 'sur')
    await app.tamper(
      sql`update provider set email = ${known} where company_id = ${cast.companyId} and id = ${issuer}`,
    )
  })
  afterAll(() => box.stop())

  const tried = async (over: object) =>
    (await app.ask('/api/mailbox/test', { method: 'POST', as: cast.admin, body: box.settings(over) })).body
  const tray = async (who: Cast) =>
    (await app.ask('/api/received-invoices?limit=100', { as: who.admin })).body.items
  const waiting = async (who: Cast) => (await app.ask('/api/mailbox/messages', { as: who.admin })).body.items
  const names = (items: { file: { name: string } }[]) => items.map(({ file }) => file.name).toSorted()

  it('says in a sentence what is wrong with it', async () => {
    expect(await tried({})).toEqual({ works: true, fault: null })
    expect((await tried({ password: 'otra' })).fault).toMatch(/usuario o la contraseña/)
    expect((await tried({ folder: 'No hay' })).fault).toMatch(/carpeta no existe/)
    expect((await tried({ doneFolder: 'Hechas' })).fault).toMatch(/se mueven/)
    expect((await tried({ port: 1024 })).fault).toMatch(/no acepta conexiones/)
    expect((await tried({ host: 'nadie.invalid' })).fault).toMatch(/Nadie conoce/)
    expect((await tried({ host: '10.0.0.1' })).fault).toMatch(/red privada/)
    // Its certificate is of a name, not of this address.
    expect((await tried({ host: '127.0.0.1' })).fault).toMatch(/certificado/)
  })

  it('reads no answer without end', async () => {
    const flooding = await startFloodingImap(path.dirname(server.caFile))
    const answer = await tried({ port: flooding.port })
    flooding.stop()
    expect(answer.fault).toMatch(/más de lo que se puede leer/)
    expect(flooding.sent()).toBeLessThan(80 * 1024 * 1024)
  })

  it('brings what a provider mails into the company’s tray, once, also to two nodes at once', async () => {
    await box.name(cast)
    await box.name(other, { username: 'sur' })
    const large = { ...pdf(), bytes: Buffer.concat([simplePdf(['Factura']), randomBytes(8_000_000)]) }
    server.deliver('norte', mail(known, [xml(), large]))
    await box.collect(2)
    await box.collect()
    const items = await tray(cast)
    expect(names(items)).toEqual(['factura.pdf', 'factura.xml'])
    expect(items[0]).toMatchObject({ isMailed: true, senderName: known, sender: { id: issuer } })
    expect(await tray(other)).toEqual([])
    expect(server.flags('norte')).toEqual(['S'])
    await desk.readAll(cast.companyId)
    expect((await tray(cast)).map(({ state }: { state: string }) => state)).toContain('read')
  })

  it('brings nothing twice when the program ends between taking and marking, or the folder is numbered anew', async () => {
    const before = (await tray(cast)).length
    server.deliver('norte', mail(known, [xml()]))
    const { imap, ...rest } = box.parts()
    const dying: typeof imap = (login, work) =>
      imap(login, folder =>
        work({
          ...folder,
          markDone: async () => {
            throw new Error('the program ends here')
          },
        }),
      )
    await box.visitIsDue(cast)
    await expect(visitNext({ ...rest, imap: dying })).rejects.toThrow('ends here')
    server.renumber('norte')
    await box.collect()
    expect(await tray(cast)).toHaveLength(before + 1)
    expect(await waiting(cast)).toEqual([])
  })

  it('lets what strangers send wait, unread, until somebody takes it in or discards it', async () => {
    const before = (await tray(cast)).length
    const headers = 'Authentication-Results: mx.test; dkim=fail; dmarc=pass (p=none)\r\n'
    const archive = {
      name: 'todo.zip',
      type: 'application/zip',
      bytes: zipSync({ 'de-zip.xml': xml().bytes }),
    }
    server.deliver('norte', mail('nadie@otro.example', [xml(), archive], headers))
    server.deliver('norte', mail('nadie@otro.example', [pdf()]))
    server.deliver('norte', mail('nadie@otro.example', []))
    await box.collect()
    const [first, second, ...more] = await waiting(cast)
    expect(more).toEqual([])
    expect(first).toMatchObject({
      fromAddress: 'nadie@otro.example',
      subject: 'Factura de mayo',
      authentication: 'dkim=fail dmarc=pass',
      files: [{ name: 'factura.xml' }, { name: 'todo.zip' }],
    })
    expect(await tray(cast)).toHaveLength(before)
    const settle = (id: string, what: string, body: object, as = cast.admin) =>
      app.ask(`/api/mailbox/messages/${id}/${what}`, { method: 'POST', as, body })
    const taking = { providerId: issuer, remembers: true, revision: 1 }
    expect((await settle(first.id, 'taking', taking, other.admin)).status).toBe(404)
    expect((await settle(first.id, 'taking', taking, cast.client)).status).toBe(403)
    expect((await settle(first.id, 'taking', { ...taking, providerId: 'PRV-999' })).body.type).toMatch(
      /unknown/,
    )
    const both = await Promise.all([settle(first.id, 'taking', taking), settle(first.id, 'taking', taking)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await settle(second.id, 'discarding', { revision: 1 })).status).toBe(200)
    expect(await waiting(cast)).toEqual([])
    expect(names(await tray(cast))).toContain('de-zip.xml')
    expect(await tray(cast)).toHaveLength(before + 2)
    // The address is the provider's now.
    server.deliver('norte', mail('nadie@otro.example', [pdf()]))
    await box.collect()
    expect(await tray(cast)).toHaveLength(before + 3)
  })

  it('goes past what is hostile, with its reason, to what is behind', async () => {
    const before = (await tray(cast)).length
    server.deliver('norte', Buffer.alloc(100 * 1024 * 1024, 'From: x@y.example\r\n'))
    server.deliver('norte', nested(200))
    server.deliver('norte', mail(known, []))
    server.deliver(
      'norte',
      'Content-Type: text/plain; charset=nada-\xff\r\nFrom: =?nada?Q?=FF?= <>\r\n\r\n\xff\xfe',
    )
    server.deliver('norte', mail(known, [{ ...xml(), name: '../../etc/pas\u202Eswd.xml' }]))
    const unread = server.flags('norte').filter(flags => flags === '').length
    await box.collect()
    expect(server.flags('norte').filter(flags => flags === '')).toHaveLength(unread - 1)
    expect((await waiting(cast)).map(({ fault }: { fault: string }) => fault)).toEqual([
      expect.stringMatching(/Pesa más de 25 MB/),
      expect.stringMatching(/No se puede leer/),
      expect.stringMatching(/ninguna factura/),
    ])
    const items = await tray(cast)
    expect(items).toHaveLength(before + 1)
    expect(names(items)).toContain('pas swd.xml')
  })

  it('that cannot be read stops no other, rests longer each time, and is told to the administrators once', async () => {
    await box.name(other, { username: 'sur', password: 'cambiada' })
    server.deliver('norte', mail(known, [pdf()]))
    const before = (await tray(cast)).length
    for (let times = 0; times < 7; times++) await box.collect()
    expect(await tray(cast)).toHaveLength(before + 1)
    const { mailbox } = (await app.ask('/api/mailbox', { as: other.admin })).body
    expect(mailbox.fault).toMatch(/usuario o la contraseña/)
    const told = await app.tamper(
      sql`select 1 from event where company_id = ${other.companyId} and action = 'mailbox.failing'`,
    )
    expect(told).toHaveLength(1)
  })

  it('that is read while the scanner or the store is away says so, and goes on for long before it gives a message up', async () => {
    const before = (await tray(cast)).length
    const { files, ...rest } = box.parts()
    const away = {
      ...files,
      receive: () => Promise.reject(outageProblem('scanner_unavailable', new Error('away'))),
    }
    server.deliver('norte', mail(known, [pdf()]))
    const failures = async () => {
      await box.visitIsDue(cast)
      await expect(visitNext({ ...rest, files: away })).rejects.toThrow()
      const { mailbox } = (await app.ask('/api/mailbox', { as: cast.admin })).body
      expect(mailbox.fault).toMatch(/analizar o guardar/)
    }
    for (let times = 0; times < mailboxBounds.failuresOfProgram; times++) await failures()
    expect(await waiting(cast)).toHaveLength(3)
    await box.collect()
    expect(await tray(cast)).toHaveLength(before + 1)
    expect((await app.ask('/api/mailbox', { as: cast.admin })).body.mailbox.fault).toBeNull()
    server.deliver('norte', mail(known, [pdf()]))
    await app.tamper(sql`update mailbox_lane set failures = ${mailboxBounds.failuresOfProgram}
      where company = ${cast.companyId}`)
    for (let times = 0; times < mailboxBounds.tries; times++) await failures()
    await box.collect()
    expect((await waiting(cast)).at(-1).fault).toMatch(/varios intentos/)
  })

  it('leaves unread in the mailbox, and names, what no longer fits into quarantine; providers go on', async () => {
    await box.name(other, { username: 'llena', doneFolder: '' })
    const stranger = mail('nadie@otro.example', [pdf()])
    server.deliver('llena', stranger)
    await box.collect()
    // Nobody has attended to as many as may wait.
    await app.tamper(sql`insert into mailbox_message (company_id, id, digest, state, from_address, from_name, subject, created_at)
      select ${other.companyId}, gen_random_uuid(), repeat('a', 61) || lpad(n::text, 3, '0'), 'quarantined', '', '', '', now()
      from generate_series(1, 199) n`)
    server.deliver('llena', mail('nadie@otro.example', [pdf()]))
    server.deliver('llena', mail(known, [pdf()]))
    await app.tamper(sql`update provider set email = ${known} where company_id = ${other.companyId} and id =
      (select min(id) from provider where company_id = ${other.companyId} and status = 'active')`)
    await box.collect()
    expect(server.flags('llena')).toEqual(['', 'S', 'S'])
    expect(await tray(other)).toHaveLength(1)
    const named = (await app.ask('/api/mailbox/messages?limit=100', { as: other.admin })).body
    expect(named).toMatchObject({ waiting: 201, isFull: true })
    const left = await app.tamper(sql`select state, fault from mailbox_message
      where company_id = ${other.companyId} and state = 'set_aside'`)
    expect(left).toEqual([{ state: 'set_aside', fault: 'quarantine_full' }])
    await app.tamper(
      sql`update mailbox_message set state = 'discarded' where company_id = ${other.companyId}`,
    )
  })

  it('moves what it has collected where a folder is named', async () => {
    server.makeFolder('rota', 'Hechas')
    await box.name(other, { username: 'rota', doneFolder: 'Hechas' })
    server.deliver('rota', mail('nadie@otro.example', [pdf()]))
    await box.collect()
    expect(server.flags('rota')).toEqual([])
    expect(server.flags('rota', 'Hechas')).toEqual(['S'])
  })

  it('keeps its password to itself, and brings it to no other server', async () => {
    const { mailbox } = (await app.ask('/api/mailbox', { as: other.admin })).body
    expect(JSON.stringify(mailbox)).not.toContain(mailPassword)
    const [row] = await app.tamper(
      sql`select sealed_password from mailbox where company_id = ${other.companyId}`,
    )
    expect(JSON.stringify(row)).not.toContain(mailPassword)
    const body = box.settings({ username: 'rota', host: 'ladron.example', password: '' })
    const stolen = await app.ask('/api/mailbox/test', { method: 'POST', as: other.admin, body })
    expect(stolen.body.type).toBe('/problems/password_missing')
  })

  it('takes no more of all ZIPs of a message than of one, and names what is no invoice', async () => {
    const zip = (name: string, count: number) => {
      const files = Array.from({ length: count }, (_, at) => [`${name}-${at}.xml`, xml().bytes] as const)
      return { name, type: 'application/zip', bytes: zipSync(Object.fromEntries(files)) }
    }
    server.deliver('norte', mail(known, [zip('uno', 30), zip('dos', 30), zip('tres', 30)]))
    const bytes = zipSync({ '[Content_Types].xml': xml().bytes, 'word/document.xml': xml().bytes })
    server.deliver('norte', mail(known, [{ name: 'carta.docx', type: 'application/zip', bytes }]))
    const before = (await tray(cast)).length
    await box.collect()
    expect(await tray(cast)).toHaveLength(before + 50)
    const [taken] =
      await app.tamper(sql`select count(*)::int as count, min(i.name) as first from mailbox_file i
      where i.company_id = ${cast.companyId} and i.left_out = 'too_many_files'`)
    expect(taken).toEqual({ count: 11, first: 'dos-20.xml' })
    expect((await waiting(cast)).at(-1)).toMatchObject({
      state: 'set_aside',
      fault: expect.stringMatching(/ninguna factura/),
      files: [{ name: 'carta.docx', leftOut: 'no es XML, PDF ni foto' }],
    })
  })
})
