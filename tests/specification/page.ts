// docs/specification.md as rows, and what each of its cells must be.
import fs from 'node:fs'
import path from 'node:path'

export type Row = {
  line: number
  section: string
  says: string
  where: string
  shown: string
  difference: string
  /** Number of them. */
  cells: number
}

export const columns = ['What the specification says', 'Where it lives', 'Shown by', 'Difference']

/** The rows of a page, each with the section that it stands in. */
export function rowsOf(text: string): Row[] {
  let section = ''
  return text.split('\n').flatMap((line, index) => {
    if (line.startsWith('## ')) section = line.slice(3)
    if (!line.startsWith('|') || isRule(line)) return []
    const cells = line.slice(1, line.lastIndexOf('|')).split('|')
    const [says = '', where = '', shown = '', difference = ''] = cells.map(cell => cell.trim())
    if (says === columns[0]) return []
    return [{ line: index + 1, section, says, where, shown, difference, cells: cells.length }]
  })
}

/** The line under the names of the columns. */
export const isRule = (line: string): boolean => /^\|[\s|:-]+\|$/.test(line)

export function countsOf(text: string): { [section: string]: number } {
  const counts: { [section: string]: number } = {}
  for (const { section } of rowsOf(text)) counts[section] = (counts[section] ?? 0) + 1
  return counts
}

const repository = path.resolve(import.meta.dirname, '../..')
const absolute = (file: string): string => path.join(repository, file)
export const isThere = (file: string): boolean => fs.existsSync(absolute(file))

const contents = new Map<string, string>()
export function contentOf(file: string): string {
  const known = contents.get(file)
  if (known !== undefined) return known
  const isFile = isThere(file) && fs.statSync(absolute(file)).isFile()
  const content = isFile ? fs.readFileSync(absolute(file), 'utf8') : ''
  contents.set(file, content)
  return content
}

/** Four, and each says something. */
export function cellsWrong({ says, where, shown, difference, cells }: Row): string[] {
  const empty = columns.filter((_, index) => [says, where, shown, difference][index] === '')
  return cells === columns.length ? empty : [`${cells} cells`, ...empty]
}

export const isPath = (text: string): boolean =>
  /^(src|tests|db|docs|scripts|bench|deploy|\.github)\/|^[A-Za-z.-]+\.(json|html|ts|md)$/.test(text)

/** `a/file.ts`: `what is in it`, `and this`<br>`another/file.ts` */
export function placesWrong({ where }: Pick<Row, 'where'>): string[] {
  const names = [...where.matchAll(/`([^`]+)`/g)].map(match => match[1] ?? '')
  if (!isPath(names[0] ?? '')) return [`"${where}" begins with no file`]
  let file = ''
  return names.flatMap(name => {
    if (!isPath(name)) return contentOf(file).includes(name) ? [] : [`${file} has no ${name}`]
    file = name
    return isThere(name) ? [] : [`there is no ${name}`]
  })
}

const quote = /(['"`])((?:\\.|(?!\1).)*)\1/.source
const titled = new RegExp(`(?:\\b(?:test|it|describe)(?:\\.\\w+)*|[)\\]])\\(\\s*${quote}`, 'gs')
const titlesIn = (file: string): string[] =>
  [...contentOf(file).matchAll(titled)].map(match => match[2] ?? '')

/** Fault of a figure: a command's name and output are written in the folder of its program. */
function figureWrong(script: string, part: string): string[] {
  const commands: { scripts: { [name: string]: string } } = JSON.parse(contentOf('package.json'))
  const program = commands.scripts[script]?.split(' ').at(-1)
  if (program === undefined) return [`there is no npm run ${script}`]
  const folder = path.dirname(program)
  const isPrinted = fs
    .readdirSync(absolute(folder))
    .some(file => file.endsWith('.ts') && contentOf(`${folder}/${file}`).includes(part))
  return isPrinted ? [] : [`npm run ${script} prints no "${part}"`]
}

/** `a/file.test.ts` › part of one title<br>`npm run bench:web` › part of the name of a figure */
export const testsWrong = ({ shown }: Pick<Row, 'shown'>): string[] =>
  shown.split('<br>').flatMap(cell => {
    const [, script, figure = ''] = /^`npm run ([\w:]+)` › (.+)$/.exec(cell.trim()) ?? []
    if (script !== undefined) return figureWrong(script, figure)
    const [, file = '', part = ''] = /^`([^`]+\.(?:test|spec)\.ts)` › (.+)$/.exec(cell.trim()) ?? []
    if (file === '') return [`"${cell}" names no test`]
    if (!isThere(file)) return [`there is no ${file}`]
    const named = new Set(titlesIn(file).filter(title => title.includes(part)))
    if (named.size > 1) return [`${file} has ${named.size} tests "${part}"`]
    return named.size === 1 ? [] : [`${file} has no test "${part}"`]
  })

/** As it is read: line breaks of the source, and those that JSX needs, are blanks. */
const asRead = (source: string): string => source.replaceAll("{' '}", ' ').replaceAll(/\s+/g, ' ')

const sources = fs
  .readdirSync(absolute('src'), { recursive: true, encoding: 'utf8' })
  .filter(file => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
  .map(file => asRead(contentOf(`src/${file}`)))

/** «Hola, {name}» is there when one file says all of its pieces. */
function isSaid(text: string): boolean {
  const pieces = text.split(/\{[^}]*\}/).filter(piece => piece.trim() !== '')
  return sources.some(source => pieces.every(piece => source.includes(piece)))
}

export const textsWrong = ({ says, difference }: Row): string[] =>
  [...`${says} ${difference}`.matchAll(/«([^»]+)»/g)]
    .map(match => match[1] ?? '')
    .filter(text => !isSaid(text))
    .map(text => `«${text}» is said nowhere`)

const records = fs.readdirSync(absolute('docs/decisions'))

/** None; of the product; a record of ours; or one of the small ones at the end of the page. */
export function decisionWrong({ difference }: Row): string[] {
  if (difference === '—') return []
  const own = [...difference.matchAll(/docs\/decisions\/(\d{3})/g)].map(match => match[1] ?? '')
  const below = [...difference.matchAll(/below, (\d+)/g)].map(match => match[1] ?? '')
  const page = contentOf('docs/specification.md')
  const missing = [
    ...own.filter(number => !records.some(file => file.startsWith(`${number}-`))),
    ...below.filter(number => !page.includes(`\n${number}. **`)),
  ]
  const names = own.length + below.length > 0 || /the product's decisions, section \d/.test(difference)
  return names
    ? missing.map(number => `there is no decision ${number}`)
    : [`"${difference}" names no decision`]
}
