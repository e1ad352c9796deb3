/**
 * Words by which orders are searched: runs of letters and runs of digits, in lower case and without accents. A word is
 * found by its beginning, a number by its beginning after leading zeros: «987» finds «F-2026/0987», and «clima»
 * «Climatización».
 */
import { fold } from '#kernel/text.ts'

/** ASCII punctuation and spaces, in a bracket expression of JavaScript and of PostgreSQL alike. */
const separators = ' -/:-@[-`{-~'

/** A longer word is kept, and sought, by these first characters. */
export const longestWord = 40

/** Words of a text, each once. */
export const wordsIn = (text: string): readonly string[] => [...new Set(runsIn(text))]

/** Runs of letters and runs of digits, in the order of the text: «F-2026/0987» has `f`, `2026` and `987`. */
const runsIn = (text: string): readonly string[] =>
  (fold(text).match(new RegExp(`[0-9]+|[^0-9${separators}]+`, 'g')) ?? []).map(run =>
    run.replace(/^0+(?=\d)/, '').slice(0, longestWord),
  )

/** Search for a text that somebody typed. */
export type SoughtWords = {
  /** Pattern that a folded text matches, in JavaScript and in PostgreSQL, when it has these words one after the other. */
  readonly pattern: string
  /** The longest word: wherever the pattern matches, some word begins with it. */
  readonly word: string
  /** Digits with which an order's number may begin, when these words may be its id: «doc-12», «12». */
  readonly digits: string | null
  /** True for «d», «do» and «doc»: the id of every order begins with them, so that they would find all. */
  readonly isOfEveryId: boolean
}

/** Null for a text without words. */
export function soughtWords(text: string): SoughtWords | null {
  const runs = runsIn(text)
  const [first, second = ''] = runs
  if (first === undefined) return null
  const pattern = runs.map((run, place) => `${before(run, runs[place - 1])}${runPattern(run)}`).join('')
  const word = runs.reduce((found, run) => (run.length > found.length ? run : found))
  const id = first === idPrefix ? second : first
  return {
    pattern,
    word,
    digits: isNumber(id) ? id : null,
    isOfEveryId: runs.length === 1 && idPrefix.startsWith(first),
  }
}

/** Letters of the ids of orders, folded. */
const idPrefix = 'doc'

const isNumber = (run: string): boolean => /^\d/.test(run)

/** Pattern of what stands before a run: the beginning of a text, a character of another kind, or the run before it. */
function before(run: string, previous: string | undefined): string {
  if (previous !== undefined)
    return isNumber(run) === isNumber(previous) ? `[${separators}]+` : `[${separators}]*`
  return isNumber(run) ? '(^|[^0-9])' : `(^|[0-9${separators}])`
}

/** Pattern of a run: leading zeros do not count, and «0» finds only numbers that are zero. */
const runPattern = (run: string): string => (run === '0' ? '0+(?![0-9])' : isNumber(run) ? `0*${run}` : run)

/** Ranges of the numbers whose digits begin with these: «12» is 12, 120 to 129, 1200 to 1299… */
export function numbersFrom(digits: string): readonly { readonly from: number; readonly to: number }[] {
  const least = Number(digits)
  if (least === 0 || least > most) return []
  const powers = Array.from({ length: 10 }, (_, power) => 10 ** power)
  return powers
    .map(power => ({ from: least * power, to: Math.min(most, (least + 1) * power - 1) }))
    .filter(({ from }) => from <= most)
}

/** Greatest number that an order may have. */
const most = 2 ** 31 - 1
