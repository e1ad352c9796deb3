// The operators' page says all that there is to say: each setting that is secret, each command, each test of faults.
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { usage } from '#scripts/operator-usage.ts'
import { secretSettings } from '#server/secret-files.ts'
import { repository } from './architecture/sources.ts'

const page = fs.readFileSync(path.join(repository, 'docs/operations.md'), 'utf8')

test('each secret that may come from a file is named where that is said', () => {
  const [, told = ''] = /^Every setting that is secret .*likewise (.*)\. A line break/m.exec(page) ?? []
  // A key for tests is for no operator.
  const own = secretSettings.filter(name => name !== 'APP_SECRET' && name !== 'AUTH_SIGNING_JWK')
  expect(told.match(/[A-Z0-9_]+/g)).toEqual(own)
})

test('each command of the operator stands in their table, and no other', () => {
  const asked = [...usage.matchAll(/^ {2}npm run operator -- ([a-z-]+)/gm)].map(([, verb = '']) => verb)
  const [, section = ''] = page.split("\n## The operator's commands\n")
  const rows = (section.split('\n## ')[0] ?? '').match(/^\| `[a-z-]+/gm) ?? []
  const elsewhere = [...page.matchAll(/npm run operator -- ([a-z]+-[a-z]+) /g)].map(([, verb = '']) => verb)
  const told = new Set([...rows.map(row => row.slice(3)), ...elsewhere])
  expect([...told].toSorted()).toEqual([...new Set(asked)].toSorted())
})

test('each test of faults is named with the section that an operator reads when it happens', () => {
  const [, section = ''] = page.split('\n## Faults that are tried\n')
  const rows = [...section.matchAll(/^\| .+ \| \[.+\]\(#([a-z0-9-]+)\) +\| (`.+`) +\|$/gm)]
  const named = rows.flatMap(([, , tests = '']) =>
    [...tests.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name),
  )
  const there = fs
    .readdirSync(path.join(repository, 'tests/faults'))
    .filter(name => name.endsWith('.test.ts'))
    .map(name => name.replace('.test.ts', ''))
  expect(named.toSorted()).toEqual(there.toSorted())
  const anchors = [...page.matchAll(/^## (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^a-z0-9 -]/g, '')
      .replaceAll(' ', '-'),
  )
  expect(rows.filter(([, anchor = '']) => !anchors.includes(anchor))).toEqual([])
})
