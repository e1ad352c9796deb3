import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#server/embedded/embedded-postgres.ts'

let home: string
beforeEach(() => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-launcher-'))
})
afterEach(async () => {
  // Whatever a failed test left running is adopted and taken down.
  await startEmbeddedPostgres({ home, throwaway: true }).then(server => server.stop())
  fs.rmSync(home, { recursive: true, force: true })
})

const start = () => startEmbeddedPostgres({ home, throwaway: true })

test('two simultaneous first starts share one server, and the last to stop takes it down', async () => {
  const [one, two] = await Promise.all([start(), start()])
  expect(one.port).toBe(two.port)
  expect([one.adopted, two.adopted].sort()).toEqual([false, true])
  await one.stop()
  expect(await answers(two.url)).toBe(true)
  await two.stop()
  expect(await answers(two.url)).toBe(false)
})

test('data survive a stop and a start', async () => {
  const first = await start()
  await ask(first.url, 'create table kept (); ')
  await first.stop()
  const second = await start()
  expect(second.adopted).toBe(false)
  expect(await ask(second.url, "select to_regclass('kept')::text as name")).toEqual([{ name: 'kept' }])
  await second.stop()
})

test('a server orphaned by kill -9 of its starter is adopted, and stopped in the end', async () => {
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)}
    const { port } = await startEmbeddedPostgres({ home: process.argv[1], throwaway: true })
    process.stdout.write(String(port))
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, home])
  const [port] = await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
  const server = await start()
  expect(server).toMatchObject({ adopted: true, port: Number(port) })
  await server.stop()
  expect(await answers(server.url)).toBe(false)
})

test('a server killed with -9 is started again', async () => {
  const first = await start()
  const [pid = ''] = fs.readFileSync(path.join(home, 'data/postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(pid), 'SIGKILL')
  const second = await start()
  expect(second.adopted).toBe(false)
  expect(await answers(second.url)).toBe(true)
  await first.stop()
  await second.stop()
})

async function answers(url: string): Promise<boolean> {
  return ask(url, 'select').then(
    () => true,
    () => false,
  )
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
