// Workflows of CI (`.github/workflows`): a part of the tests that nobody runs guards nothing.
import fs from 'node:fs'
import { expect, test } from 'vitest'
import { parts } from '#scripts/test-parts.ts'

const partsIn = (name: string) => {
  const text = fs.readFileSync(new URL(`../.github/workflows/${name}.yml`, import.meta.url), 'utf8')
  return [...text.matchAll(/\bpart: ([a-z]+)/g)].map(([, part]) => part)
}

test('every part of the tests runs at each push or each night, but the one that needs a running cluster', () => {
  const named = new Set([...partsIn('ci'), ...partsIn('nightly')])
  expect(Object.keys(parts).filter(part => !named.has(part))).toEqual(['cluster'])
  expect([...named].filter(part => !Object.keys(parts).includes(String(part)))).toEqual([])
})
