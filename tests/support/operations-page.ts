// docs/operations.md as its reader uses it: the blocks to run, and the look whether all that the program promises holds.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { inheritedEnvironment } from '#tests/support/environment.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** The blocks of a section, in their order, with `secreta` for each password. */
export function pageBlocks(section: string): readonly string[] {
  const page = fs.readFileSync(path.join(repository, 'docs/operations.md'), 'utf8')
  const [, text = ''] = page.split(`\n## ${section}\n`)
  const blocks = text.split('\n## ')[0]?.matchAll(/```(?:sql)?\n(.*?)```/gs) ?? []
  return [...blocks].map(([, block = '']) => block.replaceAll('…', 'secreta'))
}

/** Output of `npm run verify -- --files` when every promise holds; a broken one fails the test by its name. */
export function verified(env: Record<string, string>): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/verify.ts', '--files'], {
    cwd: repository,
    env: { ...inheritedEnvironment(), ...env },
    encoding: 'utf8',
  })
  const broken = stdout.split('\n').filter(line => line !== '' && !/^(holds|chain) /.test(line))
  expect({ status, stderr, broken }).toEqual({ status: 0, stderr: '', broken: [] })
  return stdout
}
