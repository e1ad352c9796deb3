import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '#server/config.ts'

const user = { isRoot: false }
const secret = 'x'.repeat(32)
const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://owner:hunter2@db.internal/visto',
  PUBLIC_ORIGIN: 'https://vb.example',
  APP_SECRET: secret,
}

describe('without any setting the program starts as a local demo', () => {
  const config = readConfig({}, user)

  test('on loopback, port 3000, embedded database, demo on', () => {
    expect(config).toMatchObject({ host: '127.0.0.1', port: 3000, databaseUrl: null, demo: true })
    expect(config).toMatchObject({ origin: 'http://127.0.0.1:3000', production: false, logLevel: 'info' })
    expect(config).toMatchObject({ secret: null, databaseAppUrl: null, throwawayDatabase: false })
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

test('an empty value counts as unset', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ', APP_SECRET: '' }, user)).toEqual(readConfig({}, user))
})

test('the origin loses its final slash', () => {
  expect(readConfig({ PUBLIC_ORIGIN: 'https://vb.example/' }, user).origin).toBe('https://vb.example')
})

test('production with everything it needs is accepted', () => {
  expect(readConfig(production, user)).toMatchObject({ production: true, origin: 'https://vb.example' })
})

describe('a wrong setting refuses the start with one line that names it and shows no secret', () => {
  test.each([
    ['PORT', { PORT: '70000' }],
    ['PORT', { PORT: '-1' }],
    ['PORT', { PORT: '3000x' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['DEMO', { DEMO: 'maybe' }],
    ['DEMO', { DEMO: '1', HOST: '0.0.0.0' }],
    ['DEMO', { ...production, DEMO: '1' }],
    ['THROWAWAY_DATABASE', { ...production, THROWAWAY_DATABASE: '1' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://owner:hunter2@db/visto' }],
    ['DATABASE_URL', { DATABASE_URL: 'hunter2' }],
    ['DATABASE_URL', { ...production, DATABASE_URL: undefined }],
    ['DATABASE_URL', { DATABASE_APP_URL: 'postgres://app:hunter2@db/visto' }],
    ['PUBLIC_ORIGIN', { ...production, PUBLIC_ORIGIN: undefined }],
    ['PUBLIC_ORIGIN', { ...production, PUBLIC_ORIGIN: 'http://vb.example' }],
    ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'https://vb.example/app' }],
    ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'ftp://vb.example' }],
    ['APP_SECRET', { ...production, APP_SECRET: undefined }],
    ['APP_SECRET', { APP_SECRET: 'hunter2' }],
  ])('%s: %o', (name, env) => {
    const attempt = () => readConfig(env, user)
    expect(attempt).toThrow(ConfigError)
    expect(attempt).toThrow(new RegExp(`^[^\n]*${name}[^\n]*$`))
    expect(attempt).not.toThrow(/hunter2/)
  })
})
