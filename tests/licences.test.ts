// Packages that are served or run come under licences that ask for nothing but their notice.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'

const free =
  /^(MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|MIT-0|CC0-1\.0|\(MIT OR CC0-1\.0\))$/

/** Looked at one by one, with what was found. */
const known = [
  // OFL-1.1: the font, served as it is, under its own name.
  '@fontsource-variable/inter',
  // MIT, or EUPL as one chooses: (MIT OR EUPL-1.1+).
  '@zone-eu/mailsplit',
  // LGPL-3.0: loaded as it is from its own folder, replaceable, and never bundled.
  'libheif-js',
  // MIT, by the text of its LICENSE; its package.json names none.
  'png-js',
  // MPL-2.0: loaded as it is from its own folder, unchanged; what is ours is no part of its files.
  'web-push',
]

const Bill = z.object({
  components: z.array(
    z.object({
      name: z.string(),
      version: z.string().min(1),
      hashes: z.array(z.unknown()).min(1),
      licenses: z
        .array(
          z.object({ license: z.object({ id: z.string() }).optional(), expression: z.string().optional() }),
        )
        .default([]),
    }),
  ),
})

const script = fileURLToPath(new URL('../scripts/sbom.ts', import.meta.url))
const { stdout } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
const { components } = Bill.parse(JSON.parse(stdout))

test('no package that the program needs or serves brings a licence that has not been looked at', () => {
  const others = components
    .filter(({ licenses: [first] }) => !free.test(first?.license?.id ?? first?.expression ?? ''))
    .map(({ name }) => name)
  expect(others.toSorted()).toEqual(known)
})

test('the bill of materials has what the server loads and the browser gets, and nothing that only tests', () => {
  const names = components.map(({ name }) => name)
  expect(names.length).toBeGreaterThan(150)
  const parts = ['fastify', 'pg', 'react-dom', '@tanstack/react-query', '@fontsource-variable/inter', 'saxes']
  expect(names).toEqual(expect.arrayContaining(parts))
  expect(names.filter(name => /^(vitest|@playwright|lighthouse|typescript|vite)/.test(name))).toEqual([])
})
