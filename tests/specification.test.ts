// docs/specification.md says where each thing of the product's specification lives and which test shows it. Here
// the page is held to what there is. Each rule is first shown a row that breaks it, as for the architecture.
import { describe, expect, test } from 'vitest'
import {
  cellsWrong,
  contentOf,
  countsOf,
  decisionWrong,
  isRule,
  placesWrong,
  type Row,
  rowsOf,
  testsWrong,
  textsWrong,
} from './specification/page.ts'

type Rule = {
  promise: string
  /** Faults of a row. */
  check: (row: Row) => string[]
  /** Each of these alone breaks the rule. */
  bad: Partial<Row>[]
}

const page = contentOf('docs/specification.md')

const rules: Rule[] = [
  {
    promise: 'a row has four cells, and none is empty',
    check: cellsWrong,
    bad: [{ says: '' }, { where: '' }, { shown: '' }, { difference: '' }, { cells: 3 }, { cells: 5 }],
  },
  {
    promise: 'a place is a file, and what is named after it is in it',
    check: placesWrong,
    bad: [
      { where: 'somewhere' },
      { where: '`src/app/nowhere.ts`' },
      { where: '`src/app/sign-in/home-after-sign-in.ts`: `homeOfNobody`' },
      { where: '`roleHome`' },
    ],
  },
  {
    promise:
      'a test is a file, and what is quoted is of the title of one test in it; a figure is of a command that prints it',
    check: testsWrong,
    bad: [
      { shown: 'by eye' },
      { shown: '`tests/journeys/nowhere.spec.ts` › anything' },
      { shown: '`src/app/sign-in/home-after-sign-in.test.ts` › no such title' },
      // Said in the file, and the title of nothing.
      { shown: '`src/app/permissions.test.ts` › passesGlobal' },
      // Of several tests it names none.
      { shown: '`src/app/permissions.test.ts` › e' },
      { shown: '`src/app/sign-in/home-after-sign-in.test.ts`' },
      { shown: '`src/app/sign-in/home-after-sign-in.ts` › home' },
      { shown: '`npm run nothing` › anything' },
      { shown: '`npm run bench:web` › no such figure' },
    ],
  },
  {
    promise: 'every text is said to the letter in the source',
    check: textsWrong,
    bad: [
      { says: '«Buscar elefantes...»' },
      { says: '«Bienvenido, {name}, a los elefantes»' },
      { difference: '«Buscar elefantes...»' },
    ],
  },
  {
    promise: 'a difference names the decision it comes from, or there is none',
    check: decisionWrong,
    bad: [
      { difference: 'it is better so' },
      { difference: 'docs/decisions/999' },
      { difference: 'below, 999' },
    ],
  },
]

/** Least number of rows of each section: none disappears unseen. */
const atLeast: { readonly [section: string]: number } = {
  'Purpose and roles': 7,
  'Public routes': 28,
  'Shell and menus': 25,
  'Route table': 48,
  Projects: 24,
  'Document pages': 7,
  'New document form': 9,
  'Order lists': 12,
  'Approval widgets': 7,
  'Contracts and clients': 9,
  'Platform screens': 22,
  Entities: 20,
  'States and transitions': 26,
  Validation: 19,
  'Roles and permissions': 14,
  Calls: 15,
  Errors: 34,
  Constants: 31,
  'Decided: people and companies': 32,
  'Decided: money, numbers, dates': 6,
  'Decided: states': 9,
  'Decided: approval': 27,
  'Decided: budget': 19,
  'Decided: execution and files': 18,
  'Decided: trace': 10,
  'Decided: screens and plans': 27,
  Invariants: 41,
  Faults: 12,
  'The bar': 8,
  'What makes it feel like the best': 25,
}

const sound: Row = {
  line: 0,
  section: 'Any',
  says: 'A home for each role',
  difference: '—',
  cells: 4,
  where: '`src/app/sign-in/home-after-sign-in.ts`: `dashboardPath`',
  shown: '`src/app/sign-in/home-after-sign-in.test.ts` › lands on %s',
}

describe.each(rules)('$promise', ({ check, bad }) => {
  test('in every row', () => {
    const wrong = rowsOf(page).flatMap(row => check(row).map(what => `line ${row.line}: ${what}`))
    expect(wrong).toEqual([])
  })

  test.each(bad)('and this is caught: %j', broken => {
    expect(check({ ...sound, ...broken })).not.toEqual([])
  })

  test('and a row in order passes', () => {
    expect(check(sound)).toEqual([])
  })
})

const shrunk = (counts: { readonly [section: string]: number }): string[] =>
  Object.entries(atLeast)
    .filter(([section, least]) => (counts[section] ?? 0) < least)
    .map(([section]) => section)

test('no section has lost a row, and none is uncounted', () => {
  const counts = countsOf(page)
  expect(shrunk(counts)).toEqual([])
  expect(Object.keys(counts)).toEqual(Object.keys(atLeast))
})

test.each(Object.keys(atLeast))('and a row that %s has lost is caught', section => {
  const lines = page.split('\n')
  const heading = lines.indexOf(`## ${section}`)
  const first = lines.findIndex((line, index) => index > heading && isRule(line)) + 1
  expect(shrunk(countsOf(lines.toSpliced(first, 1).join('\n')))).toEqual([section])
})
