// Requests outside the endpoints: uploads, served files, and bytes on a socket that are no HTTP.
import net from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { simplePdf } from '#features/samples/rules/simple-pdf.ts'
import { makeCast } from '#tests/support/cast.ts'
import { expectProblem, type Given } from '#tests/support/problems.ts'
import { startWhole } from '#tests/support/product.ts'
import { wrongInAddresses } from '#tests/support/wrong-values.ts'

const app = await startWhole()
const cast = await makeCast(app, 'norte')
const outsider = await app.signInWithoutCompany()
await app.ask('/api/company', { as: cast.client })
const address = new URL(await app.http.listen({ host: '127.0.0.1', port: 0 }))
afterAll(() => app.stop())

const pdf = simplePdf(['Factura'])
const form = 'multipart/form-data; boundary=frontera'
const part = (bytes: Buffer | string, disposition = 'form-data; name="file"; filename="a.pdf"') =>
  Buffer.concat([
    Buffer.from(`--frontera\r\ncontent-disposition: ${disposition}\r\n\r\n`),
    Buffer.from(bytes),
    Buffer.from('\r\n--frontera--\r\n'),
  ])

function upload(payload: Buffer | string, token: string | null = cast.client, type = form): Promise<Given> {
  const authorization = token === null ? {} : { authorization: `Bearer ${token}` }
  const headers = { 'content-type': type, ...authorization }
  return app.http.inject({ method: 'POST', url: '/api/files', headers, payload })
}

async function unchanged(attack: () => Promise<void>): Promise<void> {
  const before = await app.digests()
  await attack()
  expect(await app.digests()).toEqual(before)
}

describe('an upload', () => {
  test('is for people of a company who signed in', async () => {
    await unchanged(async () => {
      expectProblem(await upload(part(pdf), null), 401)
      for (const token of ['', 'x', `${cast.client}x`]) expectProblem(await upload(part(pdf), token), 401)
      expectProblem(await upload(part(pdf), outsider), 403)
    })
  })

  test('that is no form, no file or no accepted type is refused and keeps nothing', async () => {
    await unchanged(async () => {
      for (const type of ['application/json', 'text/plain', 'application/pdf', 'nonsense'])
        expectProblem(await upload('{}', cast.client, type), 415)
      for (const type of ['multipart/form-data', 'multipart/form-data; boundary='])
        expectProblem(await upload(part(pdf), cast.client, type), 400, 415, 422)
      const bodies = [
        '',
        'x',
        '--frontera',
        '--frontera\r\n',
        '--frontera--',
        '\0',
        part(pdf).subarray(0, 200),
      ]
      for (const body of bodies) expectProblem(await upload(body), 400, 415)
      for (const body of ['', 'hola', '<svg onload=alert(1)>', '\0\0\0\0', '%PD'])
        expectProblem(await upload(part(body)), 400, 415)
      expectProblem(await upload(part(pdf, 'form-data; name="file"')), 400)
      expectProblem(await upload(part(pdf, 'form-data; name="__proto__"; filename="a.pdf"')), 400, 415)
      expectProblem(await upload(part(Buffer.concat([pdf, Buffer.alloc(11 * 1024 * 1024)]))), 413)
    })
  })

  test('whose name hides something is refused with a sentence and keeps nothing', async () => {
    await unchanged(async () => {
      for (const name of ['fact\u202efdp.exe.pdf', '\u200b', 'a\u2066b.pdf', 'factura\u200d.pdf']) {
        const answer = await upload(part(pdf, `form-data; name="file"; filename="${name}"`))
        expectProblem(answer, 422)
        expect(JSON.parse(answer.body).title).toMatch(/^El nombre del archivo contiene caracteres invisibles/)
      }
    })
  })

  test('keeps its name as Unicode composes it', async () => {
    const given = 'form-data; name="file"; filename="Resumen de la operacio\u0301n.pdf"'
    expect(JSON.parse((await upload(part(pdf, given))).body).name).toBe('Resumen de la operaci\u00f3n.pdf')
  })

  test('bears any name', async () => {
    for (const name of [
      '../../x',
      '\0',
      '🔑'.repeat(120),
      `${'a'.repeat(199)}🔑`,
      '\ud800',
      '',
      '.',
      'a\\b"c',
    ])
      expect((await upload(part(pdf, `form-data; name="file"; filename="${name}"`))).statusCode).toBeLessThan(
        500,
      )
  })
})

test('a link that is not ours serves nothing', async () => {
  const names = ['a.pdf', '..%2f..%2fsecret', '%00']
  for (const token of [...wrongInAddresses, 'e30.', '.', 'e30.e30', `${cast.client}`])
    for (const name of names) expectProblem(await app.http.inject(`/files/${token}/${name}`), 400, 404)
})

test('another method or another address is a problem too', async () => {
  for (const method of ['DELETE', 'PATCH', 'OPTIONS'] as const)
    for (const url of [
      '/api/projects',
      '/api/nada',
      '/API/projects',
      '/api//projects',
      '/files',
      '/dev/null',
    ])
      expectProblem(await app.http.inject({ method, url }), 404)
})

describe('bytes that are no HTTP request', () => {
  test.each([
    ['nonsense', 'hola\r\n\r\n'],
    ['endless headers', `GET /api/meta HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`],
    [
      'two lengths',
      'POST /api/notices/read HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}',
    ],
    [
      'a length and chunks',
      'POST /api/x HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a line break in a header', 'GET /api/meta HTTP/1.1\r\nhost: x\r\nx: a\nb\r\n\r\n'],
  ])('%s: are answered with a problem and the connection ends', async (_, bytes) => {
    const socket = net.connect(Number(address.port), address.hostname)
    socket.write(bytes)
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
    const type = /content-type: (.*)/i.exec(head)?.[1]
    expectProblem({ statusCode: Number(head.split(' ')[1]), headers: { 'content-type': type }, body }, 400)
  })
})
