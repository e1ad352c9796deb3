import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { ConfigError } from '#server/settings.ts'

const user = { isRoot: false }
const secret = 'x'.repeat(32)
const database = 'postgres://owner:hunter2@db.internal/visto?sslmode=verify-full'
const production = {
  NODE_ENV: 'production',
  DATABASE_URL: database,
  PUBLIC_ORIGIN: 'https://vb.example',
  APP_SECRET: secret,
  SMTP_URL: 'smtp://mailer:hunter2@mail.internal:587',
  MAIL_FROM: 'Visto Bueno <avisos@vb.example>',
}
/** In production with the program's two roles alone. */
const served = (over: Record<string, string | undefined> = {}) => ({
  ...production,
  DATABASE_URL: undefined,
  DATABASE_APP_URL: database,
  DATABASE_PLATFORM_URL: database,
  ...over,
})
const bucket = {
  S3_BUCKET_URL: 'https://s3.example.com/papeles',
  S3_REGION: 'eu-south-2',
  S3_ACCESS_KEY: 'AKIA',
  S3_SECRET_KEY: 'hunter2',
}
const jwk = { kty: 'EC', crv: 'P-256', x: 'eA', y: 'eQ', d: 'hunter2', kid: 'k1' }
const testing = { NODE_ENV: 'test' }

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
  test('a test on loopback gives its own key and relaxes the limits, and is a demo like any other', () => {
    const env = {
      ...testing,
      AUTH_SIGNING_JWK: JSON.stringify({ ...jwk, use: 'sig' }),
      AUTH_LIMITS: 'relaxed',
    }
    const expected = { testMode: true, demo: true, signingJwk: jwk, relaxedLimits: true }
    expect(readConfig(env, user)).toMatchObject(expected)
  })

  test('without the wish there is none of it', () => {
    const expected = { testMode: false, signingJwk: null, relaxedLimits: false }
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

describe('a wrong setting refuses the start with one line that names it and shows no secret', () => {
  test.each([
    ['PORT', { PORT: '70000' }],
    ['PORT', { PORT: '-1' }],
    ['PORT', { PORT: '3000x' }],
    ['METRICS_PORT', { METRICS_PORT: 'yes' }],
    ['METRICS_PORT', { METRICS_PORT: '3000' }],
    ['DRAIN_SECONDS', { DRAIN_SECONDS: '301' }],
    ['ROLE', { ROLE: 'admin' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['DEMO', { DEMO: 'maybe' }],
    ['DEMO', { DEMO: '1', HOST: '0.0.0.0' }],
    ['DEMO', { ...production, DEMO: '1' }],
    ['THROWAWAY_DATABASE', { ...production, THROWAWAY_DATABASE: '1' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://owner:hunter2@db/visto' }],
    ['DATABASE_URL', { DATABASE_URL: 'hunter2' }],
    ['DATABASE_URL', { ...production, DATABASE_URL: undefined }],
    ['DATABASE_PLATFORM_URL', { DATABASE_APP_URL: 'postgres://app:hunter2@db/visto', APP_SECRET: secret }],
    ['DATABASE_APP_URL', { DATABASE_PLATFORM_URL: 'postgres://app:hunter2@db/visto' }],
    ['DATABASE_APP_URL', { DATABASE_LISTEN_URL: 'postgres://app:hunter2@db/visto' }],
    ['APP_SECRET', served({ APP_SECRET: undefined, NODE_ENV: undefined })],
    ['sslmode=verify-full', { ...production, DATABASE_URL: 'postgres://owner:hunter2@db.internal/visto' }],
    ['sslmode=verify-full', { ...production, DATABASE_URL: `${database}&sslmode=require` }],
    ['DATABASE_APP_URL', { ...production, DATABASE_APP_URL: 'postgres://app:hunter2@10.0.0.4/visto' }],
    ['DATABASE_URL', { ...production, DATABASE_URL: 'postgres://o:hunter2@127.0.0.1/visto?host=db.example' }],
    ['DATABASE_LISTEN_URL', served({ DATABASE_LISTEN_URL: 'postgres://app:hunter2@db/visto' })],
    ['PUBLIC_ORIGIN', { ...production, PUBLIC_ORIGIN: undefined }],
    ['PUBLIC_ORIGIN', { ...production, PUBLIC_ORIGIN: 'http://vb.example' }],
    ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'https://vb.example/app' }],
    ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'ftp://vb.example' }],
    ['APP_SECRET', { ...production, APP_SECRET: undefined }],
    ['APP_SECRET', { APP_SECRET: 'hunter2' }],
    ['APP_SECRETS', { APP_SECRETS: `${secret},hunter2` }],
    ['APP_SECRETS', { APP_SECRETS: `${secret},${secret}` }],
    ['APP_SECRETS', { APP_SECRETS: secret, APP_SECRET: secret }],
    ['SMTP_URL and MAIL_FROM', { ...production, SMTP_URL: undefined }],
    ['SMTP_URL and MAIL_FROM', { ...production, MAIL_FROM: undefined }],
    ['MAIL_FROM', { SMTP_URL: production.SMTP_URL }],
    ['MAIL_FROM', { MAIL_FROM: 'hunter2' }],
    ['SECURITY_CONTACT', { SECURITY_CONTACT: 'hunter2@vb.example' }],
    ['SUPPORT_CONTACT', { SUPPORT_CONTACT: 'javascript:hunter2' }],
    ['MAIL_FROM', { MAIL_FROM: 'a@b.example\r\nBcc: hunter2@b.example' }],
    ['SMTP_URL', { SMTP_URL: 'https://hunter2@mail.example' }],
    ['SMTP_URL', { SMTP_URL: 'hunter2' }],
    ['EMAIL_CONFIRMATION', { EMAIL_CONFIRMATION: 'yes' }],
    ['MFA_REQUIRED', { MFA_REQUIRED: 'yes' }],
    ['TRUSTED_PROXY_HOPS', { TRUSTED_PROXY_HOPS: '6' }],
    ['TRUSTED_PROXY_HOPS', { TRUSTED_PROXY_HOPS: 'true' }],
    ['AUTH_ORIGINS', { AUTH_ORIGINS: 'https://a.example,*' }],
    ['AUTH_ORIGINS', { AUTH_ORIGINS: 'https://a.example/path' }],
    ['AUTH_REDIRECTS', { AUTH_REDIRECTS: 'https://a.example,/login' }],
    ['AUTH_REDIRECTS', { AUTH_REDIRECTS: 'https://user:hunter2@a.example/' }],
    ['AUTH_REDIRECTS', { AUTH_REDIRECTS: 'https://a.example\\@b.example/' }],
    ['AUTH_REDIRECTS', { AUTH_REDIRECTS: 'javascript:alert(1)' }],
    ['NODE_ENV=test', { NODE_ENV: 'test', HOST: '0.0.0.0' }],
    ['AUTH_SIGNING_JWK', { AUTH_SIGNING_JWK: JSON.stringify(jwk) }],
    ['AUTH_SIGNING_JWK', { ...production, AUTH_SIGNING_JWK: JSON.stringify(jwk) }],
    ['AUTH_SIGNING_JWK', { ...testing, AUTH_SIGNING_JWK: 'hunter2' }],
    ['AUTH_SIGNING_JWK', { ...testing, AUTH_SIGNING_JWK: JSON.stringify({ ...jwk, d: undefined }) }],
    ['AUTH_SIGNING_JWK', { ...testing, AUTH_SIGNING_JWK: JSON.stringify({ ...jwk, crv: 'P-384' }) }],
    ['AUTH_LIMITS', { AUTH_LIMITS: 'relaxed' }],
    ['AUTH_LIMITS', { ...production, AUTH_LIMITS: 'relaxed' }],
    ['AUTH_LIMITS', { ...testing, AUTH_LIMITS: 'none' }],
    ['S3_SECRET_KEY', { ...bucket, S3_SECRET_KEY: undefined }],
    ['S3_BUCKET_URL, S3_REGION, S3_ACCESS_KEY', { S3_SECRET_KEY: 'hunter2' }],
    ['S3_REGION', { ...bucket, S3_REGION: ' ' }],
    ['S3_BUCKET_URL', { ...bucket, S3_BUCKET_URL: 'https://user:hunter2@s3.example.com/papeles' }],
    ['S3_BUCKET_URL', { ...bucket, S3_BUCKET_URL: 'https://s3.example.com/papeles/hunter2' }],
    ['S3_BUCKET_URL', { ...bucket, S3_BUCKET_URL: 's3.example.com/papeles' }],
    ['S3_TRUSTED_NETWORK', { ...production, ...bucket, S3_BUCKET_URL: 'http://minio:9000/papeles' }],
    ['CLAMD_ADDRESS', { CLAMD_ADDRESS: 'clamd' }],
    ['CLAMD_ADDRESS', { CLAMD_ADDRESS: 'clamd:99999' }],
  ])('%s: %o', (name, env) => {
    const attempt = () => readConfig(env, user)
    expect(attempt).toThrow(ConfigError)
    expect(attempt).toThrow(new RegExp(`^[^\n]*${name}[^\n]*$`))
    expect(attempt).not.toThrow(/hunter2/)
  })
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
