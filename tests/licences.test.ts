// Packages that are served or run come under licences that ask for nothing but their notice.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'

const Lock = z.object({
  packages: z.record(z.string(), z.object({ license: z.string().optional(), dev: z.boolean().optional() })),
})
const { packages } = Lock.parse(
  JSON.parse(fs.readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')),
)

const free =
  /^(MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|MIT-0|CC0-1\.0|\(MIT OR CC0-1\.0\))$/

/** Looked at one by one, with what was found. */
const known = [
  // LGPL-3.0: loaded as it is from its own folder, replaceable, and never bundled.
  'libheif-js',
  // MIT, by the text of its LICENSE; its package.json names none.
  'png-js',
]

test('no package that the program needs brings a licence that has not been looked at', () => {
  const needed = Object.entries(packages).filter(([place, { dev }]) => place !== '' && dev !== true)
  expect(needed.length).toBeGreaterThan(100)
  const others = needed
    .filter(([, { license = '' }]) => !free.test(license))
    .map(([place]) => place.replace(/^.*node_modules\//, ''))
  expect([...new Set(others)].toSorted()).toEqual(known)
})

test('the bill of materials has what the server loads and the browser gets, and nothing that only tests', () => {
  const script = fileURLToPath(new URL('../scripts/sbom.ts', import.meta.url))
  const { stdout } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
  const { components }: { components: { name: string; version: string; hashes?: unknown }[] } =
    JSON.parse(stdout)
  const names = components.map(({ name }) => name)
  const parts = ['fastify', 'pg', 'react-dom', '@tanstack/react-query', '@fontsource-variable/inter', 'saxes']
  expect(names).toEqual(expect.arrayContaining(parts))
  expect(names.filter(name => /^(vitest|@playwright|lighthouse|typescript|vite)/.test(name))).toEqual([])
  expect(components.filter(({ version, hashes }) => version === '' || hashes === undefined)).toEqual([])
})
