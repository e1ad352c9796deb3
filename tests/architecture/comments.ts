// Comments begin with the noun that they are about: a reader learns first what stands there, and then why.
import fs from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { filesUnder, repository } from './sources.ts'

type Commented = { readonly path: string; readonly text: string }

/** The last migration of before the rule: what has run on a database is not changed for a word. */
const lastBefore = 129

/** Comments of TypeScript and of SQL that begin with `What`, in any of their lines. */
function commentsWithoutNoun(files: readonly Commented[]): string[] {
  return files
    .filter(({ path, text }) => /\.(tsx?|sql)$/.test(path) && /\bWhat\b/.test(text) && !isHistory(path))
    .flatMap(file => linesBegunWithWhat(file).map(line => `${file.path}:${line}: begin with the noun`))
}

function isHistory(path: string): boolean {
  const [, number] = /^db\/migrations\/(\d{4})_/.exec(path) ?? []
  return number !== undefined && Number(number) <= lastBefore
}

function linesBegunWithWhat({ path, text }: Commented): number[] {
  const comments = path.endsWith('.sql')
    ? [...text.matchAll(/--(.*)|\/\*([\s\S]*?)\*\//g)].map(({ index, 1: line, 2: block = '' }) => ({
        start: index,
        value: line ?? block,
      }))
    : parseSync(path, text).comments
  return comments
    .map(({ start, value }) => ({ start, begins: value.search(/^[\s*]*What\b/m) }))
    .filter(({ begins }) => begins >= 0)
    .map(({ start, begins }) => text.slice(0, start + begins).split('\n').length)
}

/** TypeScript and SQL of the repository, the settings of tools at its root too. */
function readCommented(): Commented[] {
  const folders = filesUnder(['src', 'tests', 'scripts', 'bench', 'build', 'db'])
  return [...folders, ...fs.readdirSync(repository)]
    .filter(file => /\.(tsx?|sql)$/.test(file))
    .map(file => ({ path: file, text: fs.readFileSync(path.join(repository, file), 'utf8') }))
}

const bad: readonly Commented[] = [
  { path: 'src/kernel/a.ts', text: '/** What a day is. */\nexport const a = 1' },
  { path: 'src/kernel/a.ts', text: 'export const a = 1 // What a day is.' },
  { path: 'src/kernel/a.ts', text: '/**\n * What a day is,\n * in two lines.\n */\nexport const a = 1' },
  { path: 'src/ui/a.tsx', text: 'export const a = <p>{/* What a day is. */}</p>' },
  { path: 'build/a.ts', text: '// A day.\n// What it is.' },
  { path: 'db/migrations/0130_days.sql', text: '-- What a day is.\ncreate table day ();' },
  { path: 'bench/a.sql', text: 'select 1; /* What a day is. */' },
]

const good: readonly Commented[] = [
  {
    path: 'src/kernel/a.ts',
    text: "/** Day of an order: what is due. */\nexport const a = '// What a day is.'",
  },
  { path: 'db/migrations/0129_days.sql', text: '-- What a day is.' },
]

export const testComments = () =>
  describe('a comment begins with the noun, and not with `What`', () => {
    test('in this repository', () => {
      const files = readCommented()
      expect(files.length).toBeGreaterThan(1000)
      expect(commentsWithoutNoun(files)).toEqual([])
    })

    test.each(bad.map(file => [file.path, file] as const))('and one in %s is caught (%#)', (_, file) => {
      expect(commentsWithoutNoun([file])).toHaveLength(1)
    })

    test('and what is in order passes', () => {
      expect(commentsWithoutNoun(good)).toEqual([])
    })
  })
