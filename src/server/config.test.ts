import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { ConfigError } from '#server/settings.ts'
import {
  bucket,
  database,
  jwk,
  production,
  secret,
  served,
  testing,
  user,
} from '#tests/support/program-settings.ts'

describe('without any setting the program starts as a local demo', () => {
  const config = readConfig({}, user)

  test('on loopback, port 3000, embedded database, demo on', () => {
    expect(config).toMatchObject({ host: '127.0.0.1', port: 3000, databaseUrl: null, demo: true })
    expect(config).toMatchObject({ origin: 'http://127.0.0.1:3000', production: false, logLevel: 'info' })
    expect(config).toMatchObject({ role: 'all', metrics: null, drainSeconds: 0 })
    expect(config).toMatchObject({ secrets: [], databaseAppUrl: null, throwawayDatabase: false })
  })

  test('with its data beside it, or under /var/lib as root', () => {
    expect(config.dataDir).toMatch(/data$/)
    expect(readConfig({}, { isRoot: true }).dataDir).toBe('/var/lib/visto-bueno')
    expect(readConfig({ DATA_DIR: '/srv/vb' }, { isRoot: true }).dataDir).toBe('/srv/vb')
  })
})

describe('the demo is never on where somebody else could reach it', () => {
  test.each([
    ['a loopback host', { HOST: '::1' }, true],
    ['a loopback host by name', { HOST: 'localhost' }, true],
    ['an open host', { HOST: '0.0.0.0' }, false],
    ['a host that only begins like loopback', { HOST: '127.0.0.1.evil.example' }, false],
    ['a real database', { DATABASE_URL: 'postgres://a:b@h/d' }, false],
    ['a real database and an explicit wish', { DATABASE_URL: 'postgres://a:b@h/d', DEMO: '1' }, true],
    ['an explicit no', { DEMO: 'false' }, false],
    ['production', production, false],
  ])('with %s', (_, env, expected) => {
    expect(readConfig(env, user).demo).toBe(expected)
  })
})

test('passwords that the roles are about to have stand by commas or on lines, as in an address', () => {
  const next = (given: string) => readConfig({ DATABASE_NEXT_PASSWORDS: given }, user).databaseNextPasswords
  expect(next('una,dos%40')).toEqual(['una', 'dos%40'])
  expect(next('una\ndos\n')).toEqual(['una', 'dos'])
  expect(readConfig({}, user).databaseNextPasswords).toEqual([])
  for (const wrong of ['una@dos', '%zz', 'a/b']) expect(() => next(wrong)).toThrow(/DATABASE_NEXT_PASSWORDS/)
})

test('no photo in HEIC is decoded unless the operator asks for it', () => {
  expect(readConfig({}, user).drawsPhotos).toBe(false)
  expect(readConfig({ HEIC_PICTURES: '1' }, user).drawsPhotos).toBe(true)
})

test('nobody makes a company for themselves unless the operator says so, and then so many a day', () => {
  expect(readConfig({}, user).selfSignup).toBeNull()
  expect(readConfig({ SELF_SIGNUP: '0', SELF_SIGNUP_PER_DAY: '5' }, user).selfSignup).toBeNull()
  expect(readConfig({ SELF_SIGNUP: '1' }, user).selfSignup).toEqual({ perDay: 20 })
  expect(readConfig({ SELF_SIGNUP: '1', SELF_SIGNUP_PER_DAY: '5' }, user).selfSignup).toEqual({ perDay: 5 })
})

test('an empty value counts as unset', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ', APP_SECRET: '' }, user)).toEqual(readConfig({}, user))
})

test('the origin loses its final slash', () => {
  expect(readConfig({ PUBLIC_ORIGIN: 'https://vb.example/' }, user).origin).toBe('https://vb.example')
})

test('production with everything it needs is accepted', () => {
  expect(readConfig(production, user)).toMatchObject({ production: true, origin: 'https://vb.example' })
})

describe('mails are for eyes only where nobody else could look', () => {
  const smtp = { SMTP_URL: production.SMTP_URL, MAIL_FROM: production.MAIL_FROM }
  test.each([
    ['a demo', {}, true],
    ['a demo that knows a mail server', smtp, true],
    ['no demo and no mail server', { DEMO: '0' }, true],
    ['no demo and a mail server', { DEMO: '0', ...smtp }, false],
    ['a test with a mail server', { DEMO: '0', ...testing, ...smtp }, true],
    ['an open host', { HOST: '0.0.0.0' }, false],
    ['production', production, false],
    ['production on loopback', { ...production, HOST: '127.0.0.1' }, false],
  ])('%s', (_, env, expected) => {
    expect(readConfig(env, user).outboxPage).toBe(expected)
  })
})

describe('what a test may do, nothing else may', () => {
  test('a test on loopback gives its own key, relaxes the limits and hashes quickly, and is a demo like any other', () => {
    const env = {
      ...testing,
      AUTH_SIGNING_JWK: JSON.stringify({ ...jwk, use: 'sig' }),
      AUTH_LIMITS: 'relaxed',
      PASSWORD_HASH: 'quick',
    }
    const expected = {
      testMode: true,
      demo: true,
      signingJwk: jwk,
      relaxedLimits: true,
      quickPasswords: true,
    }
    expect(readConfig(env, user)).toMatchObject(expected)
  })

  test('without the wish there is none of it', () => {
    const expected = { testMode: false, signingJwk: null, relaxedLimits: false, quickPasswords: false }
    expect(readConfig({}, user)).toMatchObject(expected)
    expect(readConfig(production, user)).toMatchObject(expected)
    expect(readConfig(testing, user)).toMatchObject({ ...expected, testMode: true })
  })
})

describe('signing in', () => {
  test('confirms addresses, except in the demo, and asks administrators for a second factor in production', () => {
    const both = ({ emailConfirmation, adminsNeedSecondFactor }: ReturnType<typeof readConfig>) => [
      emailConfirmation,
      adminsNeedSecondFactor,
    ]
    expect(both(readConfig({}, user))).toEqual([false, false])
    expect(both(readConfig({ DEMO: '0' }, user))).toEqual([true, false])
    expect(both(readConfig(production, user))).toEqual([true, true])
    const contrary = { EMAIL_CONFIRMATION: '0', MFA_REQUIRED: '0' }
    expect(both(readConfig({ ...production, ...contrary }, user))).toEqual([false, false])
  })

  test('trusts no proxy, no other origin and no other address unless told', () => {
    expect(readConfig({}, user)).toMatchObject({ trustedProxyHops: 0, redirects: [], origins: [] })
    const env = {
      TRUSTED_PROXY_HOPS: '2',
      AUTH_REDIRECTS: 'https://app.example, http://localhost:4000/entrada ,',
      AUTH_ORIGINS: 'https://app.example/,http://localhost:4000',
    }
    expect(readConfig(env, user)).toMatchObject({
      trustedProxyHops: 2,
      // With its slash: https://app.example.evil does not begin like it.
      redirects: ['https://app.example/', 'http://localhost:4000/entrada'],
      origins: ['https://app.example', 'http://localhost:4000'],
    })
  })
})

test('metrics are served where nobody else comes, unless the operator says where', () => {
  expect(readConfig({ METRICS_PORT: '9464' }, user).metrics).toEqual({ host: '127.0.0.1', port: 9464 })
  const open = readConfig({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }, user)
  expect(open.metrics?.host).toBe('0.0.0.0')
})

test.each([
  ['an address that checks its server', {}],
  ['a server on this machine', { DATABASE_URL: 'postgres://owner@127.0.0.1/visto' }],
  ['a server on this machine, by IPv6', { DATABASE_URL: 'postgres://owner@[::1]/visto' }],
  ['a socket', { DATABASE_URL: 'postgres://owner@localhost/visto?host=/run/postgresql' }],
  ['a network of its own', { DATABASE_URL: 'postgres://owner@db/visto', DATABASE_TRUSTED_NETWORK: '1' }],
  ['no owner', served()],
])('production takes %s', (_, env) => {
  expect(readConfig({ ...production, ...env }, user).production).toBe(true)
})

describe('a secret from a file', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-secrets-'))
  const file = (name: string, text: string) => {
    fs.writeFileSync(path.join(folder, name), text)
    return path.join(folder, name)
  }
  afterAll(() => fs.rmSync(folder, { recursive: true }))

  test('is what the setting would be, without the line that editors add', () => {
    const env = {
      APP_SECRETS_FILE: file('secrets', `${secret}\n${'y'.repeat(32)}\n`),
      DATABASE_URL_FILE: file('database', `${database}\n`),
      SMTP_URL_FILE: file('smtp', `${production.SMTP_URL}\n`),
    }
    const given = { ...production, APP_SECRET: undefined, DATABASE_URL: undefined, SMTP_URL: undefined }
    const config = readConfig({ ...given, ...env }, user)
    expect(config.secrets).toEqual([secret, 'y'.repeat(32)])
    expect([config.databaseUrl, config.smtpUrl]).toEqual([database, production.SMTP_URL])
  })

  test.each([
    ['APP_SECRET_FILE', 'given twice', { APP_SECRET: secret, APP_SECRET_FILE: file('one', secret) }],
    ['APP_SECRET_FILE', 'that is not there', { APP_SECRET_FILE: path.join(folder, 'none') }],
    ['APP_SECRET_FILE', 'that is a folder', { APP_SECRET_FILE: folder }],
    ['APP_SECRET_FILE', 'that is empty', { APP_SECRET_FILE: file('empty', ' \n') }],
    ['APP_SECRET_FILE', 'that is too long', { APP_SECRET_FILE: file('long', 'x'.repeat(70_000)) }],
    ['APP_SECRET_FILE', 'that is no text', { APP_SECRET_FILE: file('bytes', `${secret}\0`) }],
    ['DATABASE_URL', 'with no address in it', { DATABASE_URL_FILE: file('bad', 'hunter2') }],
  ])('%s %s refuses the start, and is not shown', (name, _, env) => {
    const attempt = () => readConfig(env, user)
    expect(attempt).toThrow(ConfigError)
    expect(attempt).toThrow(new RegExp(`^[^\n]*${name}[^\n]*$`))
    expect(attempt).not.toThrow(/hunter2|xxxx/)
  })
})

test.each([
  ['one', { APP_SECRET: secret }, [secret]],
  ['one, with a comma in it', { APP_SECRET: `${secret},${secret}` }, [`${secret},${secret}`]],
  ['several, by commas', { APP_SECRETS: `${secret}, ${'y'.repeat(32)}` }, [secret, 'y'.repeat(32)]],
  ['several, by lines', { APP_SECRETS: `${secret}\n${'y'.repeat(32)}\n` }, [secret, 'y'.repeat(32)]],
])('the secret is %s', (_, env, secrets) => {
  expect(readConfig(env, user).secrets).toEqual(secrets)
})

describe('files are in a bucket only when all of it is said', () => {
  test('with its address, region and keys; without any, in the folder', () => {
    expect(readConfig(bucket, user).bucket).toEqual({
      address: 'https://s3.example.com/papeles',
      region: 'eu-south-2',
      accessKey: 'AKIA',
      secretKey: 'hunter2',
    })
    expect(readConfig({}, user)).toMatchObject({ bucket: null, scanner: null })
  })

  test.each([
    ['https://papeles.s3.example.com/', 'https://papeles.s3.example.com'],
    ['http://127.0.0.1:9000/papeles/', 'http://127.0.0.1:9000/papeles'],
  ])('at %s, also in production', (given, address) => {
    expect(readConfig({ ...production, ...bucket, S3_BUCKET_URL: given }, user).bucket).toMatchObject({
      address,
    })
  })

  test.each([
    ['/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
    ['clamd:3310', { host: 'clamd', port: 3310 }],
    ['[::1]:3310', { host: '::1', port: 3310 }],
  ])('scanned by the clamd at %s', (given, scanner) => {
    expect(readConfig({ CLAMD_ADDRESS: given }, user).scanner).toEqual(scanner)
  })
})
