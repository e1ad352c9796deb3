import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { Settings } from '#server/settings.ts'
import { isReadOnTheWay, readTraceSettings } from '#server/traces/trace-settings.ts'

const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }
const settings = (env: Record<string, string>) => readTraceSettings(new Settings(env))

test('traces go to the collector that the operator names, and nowhere without one', () => {
  expect(settings({ OTEL_SERVICE_NAME: 'pagos' })).toBe(null)
  const named = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/', OTEL_TRACES_SAMPLER_ARG: '0.25' }
  const headers = { OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b%3D,x_team=pagos' }
  expect(settings({ ...named, ...headers })).toEqual({
    url: 'http://127.0.0.1:4318/v1/traces',
    headers: { 'api-key': 'a b=', x_team: 'pagos' },
    share: 0.25,
    service: 'visto-bueno',
  })
})

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', { OTEL_EXPORTER_OTLP_ENDPOINT: 'grpc://hunter2' }],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://me:hunter2@collector' }],
  ['OTEL_EXPORTER_OTLP_HEADERS', { ...traced, OTEL_EXPORTER_OTLP_HEADERS: 'hunter2' }],
  ['OTEL_EXPORTER_OTLP_HEADERS', { ...traced, OTEL_EXPORTER_OTLP_HEADERS: 'api-key=hunter2%ff' }],
  ['OTEL_TRACES_SAMPLER_ARG', { ...traced, OTEL_TRACES_SAMPLER_ARG: '1.5' }],
])('a wrong %s stops the start by its name, without its value', (name, env) => {
  expect(() => settings(env)).toThrow(name)
  expect(() => settings(env)).not.toThrow('hunter2')
})

test.each([
  ['http://collector:4318', 'api-key=1', true],
  ['https://collector:4318', 'api-key=1', false],
  ['http://127.0.0.1:4318', 'api-key=1', false],
  ['http://collector:4318', '', false],
])('headers to %s (%s) are read on the way: %s', (url, headers, isRead) => {
  const read = settings({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_HEADERS: headers })
  expect(read !== null && isReadOnTheWay(read)).toBe(isRead)
})

test('production sends a key of the collector through no network in the open', () => {
  const production = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://owner:hunter2@127.0.0.1/visto',
    PUBLIC_ORIGIN: 'https://visto.example',
    APP_SECRET: 'a secret of at least thirty-two characters',
    SMTP_URL: 'smtps://mail.example',
    MAIL_FROM: 'avisos@visto.example',
  }
  expect(readConfig({ ...production, ...traced }).traces?.url).toBe('http://collector:4318/v1/traces')
  const withKey = { ...production, ...traced, OTEL_EXPORTER_OTLP_HEADERS: 'api-key=hunter2' }
  expect(() => readConfig(withKey)).toThrow('OTEL_EXPORTER_OTLP_ENDPOINT must be https')
})
