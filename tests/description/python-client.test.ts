// A client in Python is generated from a running server's description, compiled, and does an integrator's work there.
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installPackage } from '#tests/support/debian.ts'
import { pdfText } from '#tests/support/pdf-text.ts'
import { freePort } from '#tests/support/port.ts'
import { oneForMany, type RunningServer, startServer } from '#tests/support/server.ts'
import { type Talk, talkTo } from '#tests/support/talk.ts'

const run = promisify(execFile)
const generator = fileURLToPath(new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url))
const program = fileURLToPath(new URL('integrator.py', import.meta.url))
const python = '/usr/bin/python3'
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-python-'))
const inFolder = (name: string) => path.join(folder, name)

/** The one library that the client asks for. */
const hasHttpx = (): boolean => spawnSync(python, ['-c', 'import httpx'], { cwd: '/' }).status === 0
if (!hasHttpx()) installPackage('python3-httpx')

let server: RunningServer
let talk: Talk
beforeAll(async () => {
  server = await startServer({ ...oneForMany, DEMO: '1' })
  talk = talkTo(server.origin)
  const description = await (await fetch(`${server.origin}/api/openapi.json`)).text()
  fs.writeFileSync(inFolder('openapi.json'), description)
  fs.copyFileSync(program, inFolder('integrator.py'))
  fs.writeFileSync(inFolder('factura.pdf'), '%PDF-1.4\n%%EOF\n')
})
afterAll(async () => {
  await server?.stop()
  fs.rmSync(folder, { recursive: true, force: true })
})

/** Waits for the order that the program sends, and approves it, as somebody at a screen would. */
async function approveWhatComes(name: string): Promise<void> {
  const marta = await talk.signIn('marta')
  const find = async () => {
    const { body } = await talk.get('/api/approvals/pending', marta)
    return body.items.find(({ document }: { document: { name: string } }) => document.name === name)
  }
  await expect.poll(find, { timeout: 60_000 }).toBeDefined()
  const { document } = await find()
  const decision = { decision: 'approve', revision: document.revision }
  expect((await talk.post(`/api/documents/${document.id}/decision`, marta, decision)).status).toBe(200)
}

test.skipIf(!hasHttpx())(
  'from the description and its guides alone, with a token: a supplier, a contract, an order with its file, the webhook of its approval, its Constancia',
  { timeout: 180_000 },
  async () => {
    const generate = ['generate-client', inFolder('openapi.json'), '--generator', 'python', '-o']
    execFileSync(process.execPath, [generator, ...generate, inFolder('client.ts')], {
      cwd: folder,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      stdio: 'pipe',
    })
    execFileSync(python, [
      '-W',
      'error',
      '-m',
      'py_compile',
      inFolder('client.py'),
      inFolder('integrator.py'),
    ])
    const admin = await talk.signIn('empresa')
    const port = await freePort()
    const webhook = await talk.post('/api/webhooks', admin, {
      url: `http://127.0.0.1:${port}/pedidos`,
      description: 'ERP',
      events: ['order.approved'],
    })
    const scopes = ['people:read', 'clients:read', 'providers:write', 'contracts:read', 'contracts:write']
    const token = await talk.post('/api/account/tokens', admin, {
      name: 'ERP',
      scopes: [
        ...scopes,
        'projects:write',
        'permissions:write',
        'files:write',
        'orders:read',
        'orders:write',
      ],
      days: 30,
    })
    expect([webhook.status, token.status]).toEqual([200, 200])
    const given = [server.origin, token.body.text, String(port), webhook.body.secret, 'marta']
    const files = [inFolder('factura.pdf'), inFolder('constancia.pdf')]
    const [{ stdout }] = await Promise.all([
      run(python, [inFolder('integrator.py'), ...given, ...files]),
      approveWhatComes('Revisión de la carretilla'),
    ])
    const said = JSON.parse(stdout)
    expect(said).toEqual({
      order: expect.stringMatching(/^DOC-\d+$/),
      told: 'approved',
      used: '300000',
      committed: '18150',
      file: true,
      refused: ['/description', '/endsOn', '/providerId', '/totalMinor'],
    })
    const paper = pdfText(fs.readFileSync(inFolder('constancia.pdf')))
    expect(paper).toContain(said.order)
    expect(paper).toContain('Revisión de la carretilla')
  },
)
