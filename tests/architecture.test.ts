// The house rules, enforced on every file there is and will be. Each rule is first shown a file that breaks
// it: a rule that cannot fail guards nothing.

import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { testComments } from './architecture/comments.ts'
import { factRules } from './architecture/facts.ts'
import {
  badNames,
  bareAmounts,
  bareIds,
  barrels,
  defaultExports,
  namesOutsideVocabulary,
  tooLong,
  typeEscapes,
  writesOutsideStores,
} from './architecture/forms.ts'
import { layerRules } from './architecture/layer-rules.ts'
import { wronglyInstalled } from './architecture/layers.ts'
import { listsByHand, listsByHandExamples, listsInOrder } from './architecture/lists.ts'
import { plainRules } from './architecture/plain.ts'
import { filesUnder, readSources, repository, type Source, sourceFrom } from './architecture/sources.ts'
import { threadRules } from './architecture/threads.ts'
import { wordRules } from './architecture/words.ts'

type Files = Record<string, string>
type Rule = {
  promise: string
  check: (sources: Source[]) => string[]
  /** Each of these alone breaks the rule. */
  bad: Files[]
  good?: Files
}

const lines = (count: number) => 'a()\n'.repeat(count)

const rules: Rule[] = [
  {
    promise: 'a slice has only files of the closed vocabulary',
    check: sources => namesOutsideVocabulary(sources.map(source => source.path)),
    bad: [
      'documents/queries.ts',
      'documents/web/button.tsx',
      'unheard-of/rules.ts',
      'loose.ts',
      'documents/store/deep/er.ts',
      'documents/web/list-page.ts',
      'documents/rules.tsx',
    ].map(file => ({ [`src/features/${file}`]: '' })),
    good: {
      'src/features/documents/commands/submit.ts': '',
      'src/features/documents/web/document-table.tsx': '',
      'src/features/documents/tests/rules.test.ts': '',
    },
  },
  {
    promise: 'files have kebab-case names that say what is in them',
    check: sources => badNames(sources.map(source => source.path)),
    bad: [
      'src/ui/MoneyField.tsx',
      'src/kernel/utils.ts',
      'src/server/mail-helpers.ts',
      'src/services/a.ts',
    ].map(file => ({ [file]: '' })),
    good: { 'src/ui/fields/money-field.tsx': '', 'src/server/http/route.test.ts': '' },
  },
  ...layerRules,
  ...threadRules,
  ...factRules,
  {
    promise: 'files and functions are short',
    check: tooLong,
    bad: [
      { 'src/kernel/a.ts': lines(321) },
      { 'src/kernel/a.test.ts': lines(301) },
      { 'tests/journeys/a.spec.ts': lines(301) },
      { 'src/ui/a.tsx': lines(261) },
      { 'src/kernel/a.ts': `function f() {\n${lines(64)}}` },
      { 'src/ui/a.tsx': `const List = () => {\n${lines(119)}}` },
      { 'src/ui/a.tsx': `const list = () => {\n${lines(64)}}` },
    ],
    good: {
      'src/kernel/a.ts': `function f() {\n${lines(58)}}`,
      'src/ui/a.tsx': `export function List() {\n${lines(118)}}`,
    },
  },
  {
    promise: 'nothing silences the compiler: no any, as or !',
    check: typeEscapes,
    bad: [
      'let a: any',
      'const a = b as string',
      'const a = b!',
      'const a = <string>b',
      'const a = b as unknown as T',
    ].map(text => ({ 'src/kernel/a.ts': text })),
    good: {
      'src/kernel/a.ts': "const a = ['b'] as const",
      'src/kernel/b.ts': "type Day = string & { readonly brand: 'Day' }\nconst day = text as Day",
    },
  },
  ...plainRules,
  ...wordRules,
  {
    promise: 'an id is read in one form: by `UuidWire`, never by a bare schema',
    check: bareIds,
    bad: [
      { 'src/features/documents/wire.ts': 'const a = z.guid()' },
      { 'src/features/documents/wire.ts': "const a = z.uuid('Elige')" },
      { 'src/server/a.ts': 'const a = z\n  .uuidv7()' },
      { 'src/features/documents/wire.ts': 'const a = z.string().uuid()' },
    ],
    good: { 'src/kernel/wire.ts': 'export const UuidWire = z.guid().toLowerCase()' },
  },
  {
    promise: 'an amount is read from digits and written to digits in one place: `kernel/money.ts`',
    check: bareAmounts,
    bad: [
      { 'src/features/documents/commands.ts': 'const a = money(BigInt(content.amountMinor), currency)' },
      {
        'src/features/documents/views/list.ts': 'const a = { minor: row.amount_minor.toString(), currency }',
      },
    ],
    good: {
      'src/kernel/money.ts': 'export const minorFromText = (digits: string): bigint => BigInt(digits)',
    },
  },
  {
    promise: 'a thing is imported from where it is defined: no barrels, no default exports',
    check: sources => [...barrels(sources), ...defaultExports(sources)],
    bad: [
      { 'src/kernel/index.ts': 'export const a = 1' },
      { 'src/kernel/all.ts': "export * from './a.ts'\nexport { b } from './b.ts'" },
      { 'src/kernel/a.ts': 'export default 1' },
    ],
    good: { 'src/kernel/a.ts': 'export const a = 1' },
  },
  {
    promise: 'a list says what it is once: in `list.ts`',
    check: listsByHand,
    bad: listsByHandExamples,
    good: listsInOrder,
  },
  {
    promise: 'only stores (and the plumbing) write to tables',
    check: writesOutsideStores,
    bad: [
      { 'src/features/documents/commands.ts': 'sql`insert  into document values (1)`' },
      { 'src/features/documents/views.ts': "'delete from document'" },
      { 'src/app/api.ts': 'sql`UPDATE document d\n  SET state = $' + '{x}`' },
      { 'src/demo/company.ts': "'insert into company values (1)'" },
    ],
    good: {
      'src/features/documents/store.ts': 'sql`insert into document values (1)`',
      'src/features/documents/store/save.ts': "'update document set a = 1'",
      'src/features/documents/views.ts': "'select from document for update'",
    },
  },
]

const sources = readSources()

testComments()

describe.each(rules)('$promise', ({ check, bad, good = {} }) => {
  test('in this repository', () => {
    expect(check(sources)).toEqual([])
  })

  test.each(bad.map(files => [Object.keys(files).at(-1), files] as const))('and %s is caught', (_, files) => {
    expect(check(parse(files))).not.toEqual([])
  })

  test('and what is in order passes', () => {
    expect(check(parse(good))).toEqual([])
  })
})

test('the repository is really being read', () => {
  expect(sources.length).toBeGreaterThan(30)
  expect(sources.some(source => source.imports.includes('src/kernel/money.ts'))).toBe(true)
})

describe('packages that only the browser has are not installed where the program runs', () => {
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
    fs.readFileSync(path.join(repository, 'package.json'), 'utf8'),
  )
  const files = {
    'src/main.ts': "import { a } from '#server/a.ts'\na()",
    'src/server/a.ts': "import { b } from 'fastify'\nexport const a = b",
    'src/ui/c.ts': "import { d } from 'sonner'\nexport const c = d",
  }
  test('in this repository', () => {
    expect(wronglyInstalled(sources, Object.keys(dependencies))).toEqual([])
  })
  test('and one that is installed, or that is missing, is caught', () => {
    expect(wronglyInstalled(parse(files), ['fastify'])).toEqual([])
    expect(wronglyInstalled(parse(files), ['fastify', 'sonner'])).toHaveLength(1)
    expect(wronglyInstalled(parse(files), [])).toHaveLength(1)
  })
})

test('the built browser part, when there is one, holds nothing of the server', () => {
  const built = filesUnder(['dist']).filter(file => file.endsWith('.js'))
  const betrayals = /SCRAM-SHA-256|visto_bueno_app|FST_ERR_|insert into /
  const guilty = built.filter(file => betrayals.test(fs.readFileSync(path.join(repository, file), 'utf8')))
  expect(guilty).toEqual([])
})

function parse(files: Files): Source[] {
  return Object.entries(files).map(([file, text]) => sourceFrom(file, text))
}
