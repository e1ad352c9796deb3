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
import { cycles, isServerOnly, reachable, wrongImports, wronglyInstalled } from './architecture/layers.ts'
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

const importing = (target: string) => `import { x } from '${target}'\nexport const y = x`
const lines = (count: number) => 'a()\n'.repeat(count)
const entry = 'src/app/browser-main.tsx'

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
  {
    promise: 'imports point one way: kernel ← server ← slices in order ← app',
    check: wrongImports,
    bad: [
      { 'src/kernel/money.ts': importing('#server/database/db.ts') },
      { 'src/kernel/money.ts': importing('node:fs') },
      { 'src/server/database/db.ts': importing('#features/documents/rules.ts') },
      { 'src/ui/money.tsx': importing('#features/documents/wire.ts') },
      { 'src/features/documents/rules.ts': importing('#features/approvals/rules.ts') },
      { 'src/features/documents/rules.ts': importing('zod') },
      { 'src/features/documents/rules.ts': importing('./store.ts') },
      { 'src/features/documents/wire.ts': importing('#server/http/route.ts') },
      { 'src/features/documents/store.ts': importing('./wire.ts') },
      { 'src/features/documents/store.ts': importing('#server/jobs/outbox.ts') },
      { 'src/features/documents/scope.ts': importing('./store.ts') },
      { 'src/features/documents/scope.ts': importing('./views.ts') },
      { 'src/features/documents/scope.ts': importing('#server/database/journal.ts') },
      { 'src/features/documents/scope.ts': importing('#features/projects/store.ts') },
      { 'src/features/documents/scope.ts': importing('#features/approvals/scope.ts') },
      { 'src/features/documents/rules.ts': importing('./scope.ts') },
      { 'src/features/documents/rules.ts': importing('./list.ts') },
      { 'src/features/documents/list.ts': importing('zod') },
      { 'src/features/documents/list.ts': importing('./wire.ts') },
      { 'src/features/documents/list.ts': importing('#features/approvals/rules.ts') },
      { 'src/features/documents/store.ts': importing('./list.ts') },
      { 'src/features/documents/wire.ts': importing('./scope.ts') },
      { 'src/features/documents/store.ts': importing('#features/approvals/scope.ts') },
      { 'src/features/documents/web/list-table.tsx': importing('../scope.ts') },
      { 'src/features/documents/views.ts': importing('./commands.ts') },
      { 'src/features/documents/commands.ts': importing('#features/approvals/commands.ts') },
      { 'src/features/people/commands.ts': importing('#features/delegations/commands/end.ts') },
      { 'src/features/documents/store.ts': importing('#features/projects/commands.ts') },
      { 'src/features/documents/views.ts': importing('#features/projects/commands.ts') },
      { 'src/features/approvals/commands/decide.ts': importing('../web/text.ts') },
      { 'src/features/approvals/api.ts': importing('#features/documents/commands.ts') },
      { 'src/features/approvals/web/queries.ts': importing('../views.ts') },
      { 'src/features/approvals/web/inbox-page.tsx': importing('#features/reports/web/text.ts') },
      { 'src/features/approvals/web/inbox-page.tsx': importing('#app/routes.tsx') },
      { 'src/features/approvals/web/inbox-page.tsx': importing('#server/config.ts') },
      { 'src/app/api.ts': importing('#demo/company.ts') },
      { 'src/verify/budget.ts': importing('#features/contracts/commands.ts') },
      { 'src/features/contracts/store.ts': importing('#verify/budget.ts') },
      { 'src/features/approvals/commands.ts': importing('#demo/company.ts') },
    ],
    good: {
      'src/kernel/money.ts': importing('zod'),
      'src/features/approvals/commands/decide.ts': importing('#features/documents/store.ts'),
      'src/features/approvals/web/inbox-page.tsx': importing('#features/reports/rules.ts'),
      'src/features/approvals/commands/withdraw.ts': importing('#features/projects/commands/change.ts'),
      'src/features/approvals/views.ts': importing('#server/database/sql.ts'),
      'src/features/documents/list.ts': importing('./rules.ts'),
      'src/features/documents/wire.ts': importing('./list.ts'),
      'src/features/documents/web/list-table.tsx': importing('../list.ts'),
      'src/features/documents/views/list.ts': importing('#features/projects/list.ts'),
      'src/features/approvals/scope.ts': importing('#features/documents/scope.ts'),
      'src/features/approvals/store.ts': importing('#features/documents/scope.ts'),
      'src/features/approvals/subscribers.ts': importing('#features/documents/facts.ts'),
      'src/features/approvals/api/live.ts': importing('#features/documents/scope.ts'),
      'src/features/documents/scope.ts': importing('#server/database/sql.ts'),
      'src/app/api.ts': importing('#features/approvals/api.ts'),
      'src/main.ts': importing('#demo/company.ts'),
    },
  },
  ...threadRules,
  ...factRules,
  {
    promise: 'no two files import each other, directly or in a circle',
    check: cycles,
    bad: [
      {
        'src/kernel/a.ts': importing('./b.ts'),
        'src/kernel/b.ts': importing('#kernel/c.ts'),
        'src/kernel/c.ts': "export const late = import('./a.ts')",
      },
      {
        'src/features/people/commands.ts': importing('#features/delegations/commands.ts'),
        'src/features/delegations/commands.ts': importing('#features/people/commands/leave.ts'),
        'src/features/people/commands/leave.ts': importing('../commands.ts'),
      },
    ],
    good: { 'src/kernel/a.ts': importing('./b.ts'), 'src/kernel/b.ts': "import type { x } from './a.ts'" },
  },
  {
    promise: 'nothing of the server reaches the browser',
    check: sources =>
      reachable(sources, entry)
        .filter(isServerOnly)
        .map(file => `${entry} brings ${file} along`),
    bad: [
      'pg',
      'node:fs',
      '#server/database/db.ts',
      '#features/documents/scope.ts',
      '#features/documents/store.ts',
      '#features/documents/commands/a.ts',
    ].map(target => ({
      [entry]: "const late = import('./pages/a.tsx')\nexport { late }",
      'src/app/pages/a.tsx': importing(target),
    })),
    good: { [entry]: importing('#features/documents/wire.ts') },
  },
  {
    promise: 'no screen reaches the server, which could not even load it',
    check: sources =>
      reachable(sources, 'src/main.ts')
        .filter(file => file.endsWith('.tsx'))
        .map(file => `src/main.ts brings ${file} along`),
    bad: [{ 'src/main.ts': importing('#app/api.ts'), 'src/app/api.ts': importing('#app/routes.tsx') }],
  },
  {
    promise: 'files and functions are short',
    check: tooLong,
    bad: [
      { 'src/kernel/a.ts': lines(321) },
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
