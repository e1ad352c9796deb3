import { describe, expect, it } from 'vitest'
import { readMessage } from '#features/mailboxes/readers/message.ts'

const read = (text: string) => readMessage(Buffer.from(text, 'latin1'))
const pdf = Buffer.from('%PDF-1.7 factura').toString('base64')

/** A message with one attachment, whose headers are given. */
const withPart = (part: string, body = pdf, head = 'From: a@b.example\r\n') =>
  `${head}Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n${part}\r\nContent-Transfer-Encoding: base64\r\n\r\n${body}\r\n--x--\r\n`
const attachment = (name: string) =>
  `Content-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="${name}"`

describe('who a message is from', () => {
  it.each([
    ['From: Ana <ANA@Cristales.Example>', 'ana@cristales.example', 'Ana'],
    ['From: =?utf-8?Q?Jos=C3=A9?= <jose@b.example>', 'jose@b.example', 'José'],
    ['From: Grupo: a@b.example, c@d.example;', '', 'Grupo'],
    ['Subject: nadie', '', ''],
  ])('%s', async (head, address, name) => {
    const { fromAddress, fromName } = await read(`${head}\r\n\r\nhola`)
    expect([fromAddress, fromName]).toEqual([address, name])
  })
})

it('the results of the server that received it are those of its own line, the first', async () => {
  const head =
    'Authentication-Results: mx.ours; dkim=fail header.d=b.example; DMARC=fail\r\nAuthentication-Results: forged; dkim=pass\r\n'
  expect((await read(`${head}\r\nhola`)).authentication).toBe('dkim=fail dmarc=fail')
  expect((await read('From: a@b.example\r\n\r\nhola')).authentication).toBeNull()
})

it.each([
  ['an address in a property', 'mx.ours; spf=fail smtp.mailfrom="dkim=pass"@b.example', 'spf=fail'],
  ['a comment, also one within another', 'mx.ours; spf=none (a (dkim=pass) dmarc=pass)', 'spf=none'],
  ['the results of a chain', 'mx.ours; arc=pass (i=1 dkim=pass dmarc=pass); dmarc=fail', 'dmarc=fail'],
  ['a name that ends like it', 'mx.ours; x-dkim=pass; dmarc=fail', 'dmarc=fail'],
  ['the name of the server', 'dkim=pass; spf=fail', 'spf=fail'],
])('%s is no result', async (_, header, found) => {
  expect((await read(`Authentication-Results: ${header}\r\n\r\nhola`)).authentication).toBe(found)
})

describe('the files of a message', () => {
  it('are of the kinds of invoices by their bytes, under names without paths and without hidden letters', async () => {
    const name = `..\\..\\C:\\fac${'\u202e'}tura.exe`
    const bytes = Buffer.from(withPart(attachment('NOMBRE')), 'utf8')
      .toString('utf8')
      .replace('NOMBRE', name)
    const { files } = await readMessage(Buffer.from(bytes, 'utf8'))
    expect(files).toHaveLength(1)
    expect(files[0]?.name).not.toMatch(/[\\/\u202e]/)
    expect(Buffer.from(files[0]?.bytes ?? []).toString()).toMatch(/^%PDF/)
  })

  it('keep their names whole where letters are joined invisibly or stand outside of the first plane', async () => {
    const bytes = Buffer.from(
      withPart(attachment('NOMBRE')).replace('NOMBRE', `fac\u00adtura ${'🧾'.repeat(150)}`),
    )
    const [file] = (await readMessage(bytes)).files
    expect(file?.name).toMatch(/^factura 🧾+$/u)
    expect(file?.name.isWellFormed()).toBe(true)
  })

  it('that are none are named with their reason, and pictures inside of the text are none', async () => {
    const text = Buffer.from('hola').toString('base64')
    expect((await read(withPart(attachment('a.pdf'), text))).leftOut).toEqual([
      { name: 'a.pdf', size: 4, reason: 'no_invoice_kind' },
    ])
    expect((await read(withPart(attachment('a.pdf'), ''))).leftOut).toMatchObject([{ reason: 'file_empty' }])
    const logo =
      'Content-Type: image/png\r\nContent-ID: <logo@x>\r\nContent-Disposition: inline; filename="logo.png"'
    const html = 'Content-Type: text/html\r\n\r\n<img src="cid:logo@x">\r\n--x\r\n'
    expect(await read(withPart(`${html}${logo}`))).toMatchObject({ files: [], leftOut: [] })
    const related = withPart(logo).replace('multipart/mixed', 'multipart/related')
    expect(await read(related)).toMatchObject({ files: [], leftOut: [] })
  })

  it('are also photos that stand below the text, as telephones send them', async () => {
    const photo =
      'Content-Type: image/jpeg\r\nContent-ID: <foto@x>\r\nContent-Disposition: inline; filename="factura.jpg"'
    const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70]).toString('base64')
    const { files } = await read(withPart(photo, jpeg))
    expect(files.map(({ name }) => name)).toEqual(['factura.jpg'])
    const beside = 'Content-Type: text/html\r\n\r\n<img src="cid:foto@xy">\r\n--x\r\n'
    expect((await read(withPart(`${beside}${photo}`, jpeg))).files).toHaveLength(1)
  })

  it('of a message that somebody forwards are found in it', async () => {
    const inner = withPart(attachment('dentro.pdf'), pdf, '')
    const outer = `From: a@b.example\r\nContent-Type: multipart/mixed; boundary=y\r\n\r\n--y\r\nContent-Type: message/rfc822\r\n\r\nFrom: c@d.example\r\n${inner}\r\n--y--\r\n`
    expect((await read(outer)).files.map(({ name }) => name)).toEqual(['dentro.pdf'])
  })
})

it('what is nested too deeply is no message', async () => {
  const deep = Array.from(
    { length: 60 },
    (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
  )
  await expect(read(`${deep.join('')}\r\nhola`)).rejects.toThrow()
})

it.each([
  '',
  '\r\n',
  ':::::',
  'Date: ayer\r\n\r\n',
  'Content-Type: text/plain; charset=nada\r\n\r\n\xff\xfe',
])('any bytes leave a message: %j', async text => {
  expect(await read(text)).toMatchObject({ fromAddress: '', sentAt: null, files: [] })
})
