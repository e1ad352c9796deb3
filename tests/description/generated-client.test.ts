// A client is generated from a running server's description, compiled, and used against that server.
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { password } from '#tests/support/app.ts'
import { startWhole } from '#tests/support/product.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
// Inside the repository, so that the client finds the package that it runs with.
const folder = path.join(root, '.cache', 'generated-client')
const program = path.join(folder, 'program.ts')

/** Program of an integrator: every word of it is checked against the types of the client. */
const written = `
import { ok } from '@oazapfts/runtime'
import { createClient, createProvider, defaults, listProviders, signIn } from './client.ts'

const [origin = '', email = '', password = ''] = process.argv.slice(2)
defaults.baseUrl = origin
const session = await ok(signIn('password', { email, password }))
defaults.headers = { authorization: \`Bearer \${session.access_token}\` }

const key = crypto.randomUUID()
const clients = []
for (const _ of ['asked', 'asked again']) {
  const client = await ok(createClient(key, { name: 'Bodegas del Ebro', email: 'compras@ebro.example' }))
  clients.push(client.id)
}
for (const name of ['Envases Levante', 'Transportes Ebro', 'Climatización Norte'])
  await ok(createProvider(crypto.randomUUID(), { name }))

const names: string[] = []
let after: string | undefined
do {
  const page = await ok(listProviders({ limit: 2, ...(after !== undefined && { after }) }))
  names.push(...page.items.map(provider => provider.name))
  after = page.next ?? undefined
} while (after !== undefined)

const refused = await createProvider(crypto.randomUUID(), { name: '' })
const field = refused.status === 422 ? refused.data.issues?.[0]?.pointer : undefined
const reused = await createClient(key, { name: 'Otra', email: 'otra@ebro.example' })
const kind = reused.status === 422 ? reused.data.type : undefined
console.log(JSON.stringify({ clients: new Set(clients).size, names, field, kind }))
`

const options = {
  target: 'es2024',
  module: 'nodenext',
  lib: ['es2024', 'dom', 'dom.iterable'],
  types: ['node'],
  noEmit: true,
  strict: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
}

const app = await startWhole()
const companyId = await app.company()
await app.person(companyId, 'admin', 'ana@norte.example')
let origin = ''

beforeAll(async () => {
  origin = await app.http.listen({ port: 0, host: '127.0.0.1' })
  fs.rmSync(folder, { recursive: true, force: true })
  fs.mkdirSync(folder, { recursive: true })
  const description = await (await fetch(`${origin}/api/openapi.json`)).text()
  fs.writeFileSync(path.join(folder, 'openapi.json'), description)
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  fs.writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['program.ts'] }),
  )
  fs.writeFileSync(program, written)
})

afterAll(async () => {
  await app.stop()
  fs.rmSync(folder, { recursive: true, force: true })
})

test('the client is generated, compiles, and does the work of an integrator', async () => {
  const ours = (...names: string[]) => path.join(root, 'node_modules', ...names)
  const description = path.join(folder, 'openapi.json')
  const client = path.join(folder, 'client.ts')
  execFileSync(process.execPath, [ours('oazapfts', 'dist', 'cli.js'), description, client])
  const compiled = spawnSync(process.execPath, [ours('typescript', 'bin', 'tsc'), '--project', folder], {
    encoding: 'utf8',
  })
  expect(compiled.stdout).toBe('')
  expect(compiled.status).toBe(0)
  // This process answers meanwhile.
  const { stdout } = await run(process.execPath, [program, origin, 'ana@norte.example', password])
  expect(JSON.parse(stdout)).toEqual({
    clients: 1,
    names: ['Climatización Norte', 'Envases Levante', 'Transportes Ebro'],
    field: '/name',
    kind: '/problems/idempotency_key_reused',
  })
})
