// docs/security.md says how each requirement of OWASP ASVS 5.0, levels 1 and 2, is met. Here the page is held to what
// there is, as the specification's is. Each rule is first shown a row that breaks it.
import { describe, expect, test } from 'vitest'
import { contentOf, isPath, isRule, isThere, placesWrong, testsWrong } from './specification/page.ts'

type Row = {
  readonly number: string
  readonly asks: string
  readonly state: string
  readonly proof: string
  readonly cells: number
}

const page = contentOf('docs/security.md')
const states = ['met', 'in part', 'not met', 'does not apply']

/** Rows of the tables of requirements. */
const rowsOf = (text: string): Row[] =>
  text.split('\n').flatMap(line => {
    if (!/^\| V\d+\.\d/.test(line)) return []
    const cells = line.slice(1, line.lastIndexOf('|')).split('|')
    const [number = '', asks = '', state = '', proof = ''] = cells.map(cell => cell.trim())
    return [{ number, asks, state, proof, cells: cells.length }]
  })

type Part = { readonly kind: 'test' | 'place' | 'reason'; readonly text: string }

/** `a/file.test.ts` › part of a title<br>`a/file.ts`: `what is in it`<br>A reason in words. */
const partsOf = ({ proof }: Row): Part[] =>
  proof.split('<br>').map(text => {
    const [, first = '', rest = ''] = /^`([^`]+)`(.*)$/.exec(text) ?? []
    if (isPath(first) && rest.startsWith(' › ')) return { kind: 'test', text }
    if (isPath(first) && (rest === '' || rest.startsWith(': '))) return { kind: 'place', text }
    return { kind: 'reason', text }
  })

const reasonWrong = (text: string): string[] => {
  const named = [...text.matchAll(/`([^`]+)`/g)].map(match => match[1] ?? '')
  const absent = named.filter(name => isPath(name) && !isThere(name)).map(name => `there is no ${name}`)
  return text.split(' ').length < 3 ? [`"${text}" says nothing`] : absent
}

/** A requirement that is met is shown by something; another says why it is not. */
function proofWrong(row: Row): string[] {
  const parts = partsOf(row)
  const isShown = parts.some(({ kind }) => kind !== 'reason')
  const isExplained = parts.some(({ kind }) => kind === 'reason')
  return [
    ...(row.state === 'met' && !isShown ? ['nothing shows it'] : []),
    ...(row.state !== 'met' && !isExplained ? ['no reason is given'] : []),
    ...parts.flatMap(({ kind, text }) => {
      if (kind === 'test') return testsWrong({ shown: text })
      return kind === 'place' ? placesWrong({ where: text }) : reasonWrong(text)
    }),
  ]
}

function cellsWrong({ cells, asks, state }: Row): string[] {
  return [
    ...(cells === 4 ? [] : [`${cells} cells`]),
    ...(states.includes(state) ? [] : [`"${state}" is no state`]),
    ...(/^\S+( \S+){0,9}$/.test(asks) ? [] : [`"${asks}" is no short phrase`]),
  ]
}

const sound: Row = {
  number: 'V1.1.1',
  asks: 'signatures checked first',
  state: 'met',
  proof:
    '`src/server/auth/tokens.test.ts` › when any character of it is another<br>`src/server/auth/seal.ts`: `aes-256-gcm`',
  cells: 4,
}

describe.each<{ promise: string; check: (row: Row) => string[]; bad: Partial<Row>[] }>([
  {
    promise: 'a row has four cells, a state of the four and a phrase of a few words',
    check: cellsWrong,
    bad: [{ cells: 5 }, { state: 'nearly' }, { asks: '' }, { asks: 'a b c d e f g h i j k' }],
  },
  {
    promise: 'what shows it is there, and whatever is not met says why',
    check: proofWrong,
    bad: [
      { proof: 'It is so because we say so.' },
      { proof: '' },
      { state: 'in part' },
      { state: 'not met' },
      { proof: '`src/server/auth/nowhere.ts`' },
      { proof: '`src/server/auth/seal.ts`: `des-ecb`' },
      { proof: '`src/server/auth/nowhere.test.ts` › anything' },
      { proof: '`src/server/auth/tokens.test.ts` › no such title' },
      { state: 'does not apply', proof: 'No such.' },
      { state: 'does not apply', proof: 'It is as `src/server/auth/nowhere.ts` says.' },
    ],
  },
])('$promise', ({ check, bad }) => {
  test('in every row', () => {
    expect(rowsOf(page).flatMap(row => check(row).map(what => `${row.number}: ${what}`))).toEqual([])
  })

  test.each(bad)('and this is caught: %j', broken => {
    expect(check({ ...sound, ...broken })).not.toEqual([])
  })

  test('and a row in order passes', () => {
    expect(check(sound)).toEqual([])
  })
})

/** Number of requirements of levels 1 and 2 in each section of the standard: they are its first ones. */
const requirements = {
  V1: { 1: 2, 2: 9, 3: 11, 4: 3, 5: 2 },
  V2: { 1: 3, 2: 3, 3: 4, 4: 1 },
  V3: { 2: 2, 3: 4, 4: 6, 5: 5, 7: 2 },
  V4: { 1: 3, 2: 1, 3: 2, 4: 4 },
  V5: { 1: 1, 2: 3, 3: 2, 4: 3 },
  V6: { 1: 3, 2: 12, 3: 4, 4: 4, 5: 5, 6: 3, 8: 4 },
  V7: { 1: 3, 2: 4, 3: 2, 4: 5, 5: 2, 6: 2 },
  V8: { 1: 2, 2: 3, 3: 1, 4: 1 },
  V9: { 1: 3, 2: 4 },
  V10: { 1: 2, 2: 2, 3: 4, 4: 11, 5: 5, 6: 2, 7: 3 },
  V11: { 1: 2, 2: 3, 3: 3, 4: 4, 5: 1, 6: 1 },
  V12: { 1: 3, 2: 2, 3: 4 },
  V13: { 1: 1, 2: 5, 3: 2, 4: 5 },
  V14: { 1: 2, 2: 4, 3: 3 },
  V15: { 1: 3, 2: 3, 3: 7 },
  V16: { 1: 1, 2: 5, 3: 4, 4: 3, 5: 3 },
  V17: { 1: 1, 2: 4, 3: 2 },
}

const numbers = Object.entries(requirements).flatMap(([chapter, sections]) =>
  Object.entries(sections).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${chapter}.${section}.${index + 1}`),
  ),
)
const numbersIn = (text: string) => rowsOf(text).map(({ number }) => number)

test('each requirement of levels 1 and 2 stands once, in the order of the standard', () => {
  expect(numbers.length).toBe(253)
  expect(numbersIn(page)).toEqual(numbers)
})

test('and one that is missing, or stands twice, is caught', () => {
  const line = page.split('\n').find(each => each.startsWith('| V8.4.1 ')) ?? ''
  expect(numbersIn(page.replace(`${line}\n`, ''))).not.toEqual(numbers)
  expect(numbersIn(page.replace(line, `${line}\n${line}`))).not.toEqual(numbers)
})

/** Counts of a chapter by state, and all of them, as the head of the page has them. */
const counted = (rows: readonly Row[]) => [
  ...states.map(state => rows.filter(row => row.state === state).length),
  rows.length,
]

/** Counts that the head of a page says, by chapter. */
const saidCounts = (text: string) =>
  text.split('\n').flatMap(line => {
    const [, chapter = '', counts = ''] = /^\| (V\d+|All) [^|]*\|([\d |]+)\|$/.exec(line) ?? []
    return chapter === '' || isRule(line) ? [] : [[chapter, counts.split('|').map(Number)]]
  })

const trueCounts = (text: string) => [
  ...Object.keys(requirements).map(chapter => [
    chapter,
    counted(rowsOf(text).filter(({ number }) => number.startsWith(`${chapter}.`))),
  ]),
  ['All', counted(rowsOf(text))],
]

test('the head of the page counts what stands below it', () => {
  expect(saidCounts(page)).toEqual(trueCounts(page))
})

test('and a state that changed below is caught', () => {
  const changed = page.replace(/^(\| V8\.4\.1 .*?\| )met( +\|)/m, '$1not met$2')
  expect(saidCounts(changed)).not.toEqual(trueCounts(changed))
})

const anchors = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Files that a page of `docs/` names, and links of it, that lead nowhere. */
function leadsNowhere(text: string): string[] {
  const files = [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name).filter(isPath)
  const links = [...text.matchAll(/\]\((?!https:)([^)]+)\)/g)].map(([, target = '']) => target)
  return [
    ...files.filter(file => !isThere(file)),
    ...links.filter(target => {
      const [file = '', anchor] = target.split('#')
      const place = file === '' ? text : contentOf(file.startsWith('../') ? file.slice(3) : `docs/${file}`)
      return place === '' || (anchor !== undefined && !anchors(place).includes(anchor))
    }),
  ]
}

test('every file and every link of the page leads somewhere', () => {
  expect(leadsNowhere(page)).toEqual([])
})

test.each(['`src/nowhere.ts`', '[a](nowhere.md)', '[a](#nowhere)', '[a](operations.md#nowhere)'])(
  'and one that leads nowhere is caught: %s',
  text => {
    expect(leadsNowhere(text)).not.toEqual([])
  },
)
