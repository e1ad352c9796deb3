/** Lines by amount and the other party's name, and by amount alone: only ever proposed. */
import type { LineToMatch } from '#features/bank/rules/bank-matching.ts'
import {
  type Candidate,
  type Desk,
  day,
  freePayments,
  moneyKey,
  openLines,
  type Side,
  settle,
} from '#features/bank/rules/match-desk.ts'
import { fold } from '#kernel/text.ts'

const farDays = 60
/** Candidates that are looked at for one line: with so many of one amount and word the line is ambiguous anyway. */
const mostLooks = 50

/** Free candidates by amount and word of their name. */
type Index<Of> = Map<string, Set<Named<Of>>>
type Named<Of> = { readonly candidate: Candidate<Of>; readonly words: readonly string[] }

export function matchByName<Of>(desk: Desk, side: Side<Of>): void {
  const index: Index<Of> = new Map()
  for (const candidate of freePayments(side)) {
    const named = { candidate, words: nameWords(candidate.name) }
    for (const word of named.words) add(index, `${moneyKey(candidate)} ${word}`, named)
  }
  for (const at of openLines(desk, side)) {
    const line = desk.lines[at]
    const found = line ? alike(line, index) : []
    if (!line || found.length === 0) continue
    const nearest = found.reduce((best, each) => (distance(line, each) < distance(line, best) ? each : best))
    const why = found.length === 1 ? 'amount_and_name' : 'ambiguous'
    settle(desk, side, at, { certainty: 'proposed', why, of: [nearest.candidate] })
    for (const word of nearest.words) index.get(`${moneyKey(line)} ${word}`)?.delete(nearest)
  }
}

function add<Of>(index: Index<Of>, key: string, named: Named<Of>): void {
  const some = index.get(key)
  if (some) some.add(named)
  else index.set(key, new Set([named]))
}

/** A name is in a line's text, or the line's name, which banks cut off, is in it. Rare words are looked up first. */
function alike<Of>(line: LineToMatch, index: Index<Of>): Named<Of>[] {
  const money = moneyKey(line)
  const on = day(line.bookedOn)
  const name = nameWords(line.counterparty.name ?? '')
  const said = new Set([...name, ...nameWords(line.text)])
  const sets = [...said].flatMap(word => index.get(`${money} ${word}`) ?? [])
  const found = new Set<Named<Of>>()
  let looks = 0
  for (const some of sets.sort((one, other) => one.size - other.size))
    for (const each of some) {
      if (looks++ >= mostLooks) return [...found]
      const isSaid = each.words.every(own => said.has(own))
      const isCut = name.length > 0 && name.every(own => each.words.includes(own))
      if ((isSaid || isCut) && Math.abs(on - each.candidate.day) <= farDays) found.add(each)
    }
  return [...found]
}

const distance = <Of>(line: LineToMatch, { candidate }: Named<Of>): number =>
  Math.abs(day(line.bookedOn) - candidate.day)

/** Legal forms, their letters and the words between names say nothing of who it is. */
const unsaying = new Set(
  'sl slu sll slp sa sau sad scp cb sc srl ltd gmbh bv nv inc llc coop de del la las el los y e and of'.split(
    ' ',
  ),
)

/** Words of a name, without accents, capitals and legal form. */
export const nameWords = (name: string): string[] => [
  ...new Set(
    fold(name)
      .split(/[^\p{L}\p{N}]+/u)
      .filter(word => word.length > 1 && !unsaying.has(word)),
  ),
]

/** A line without a name and without an account, when nothing else has its amount near its day. */
export function matchByAmount<Of>(desk: Desk, side: Side<Of>): void {
  const payments = Map.groupBy(freePayments(side), moneyKey)
  const lines = Map.groupBy(
    openLines(desk, side).flatMap(index => (desk.lines[index] ? [{ index, line: desk.lines[index] }] : [])),
    ({ line }) => moneyKey(line),
  )
  for (const [money, [first, ...others]] of lines) {
    const [payment, ...more] = payments.get(money) ?? []
    if (!first || !payment || others.length > 0 || more.length > 0) continue
    const isNear = Math.abs(day(first.line.bookedOn) - payment.day) <= farDays
    if (isNear && first.line.counterparty.iban === null && first.line.counterparty.name === null)
      settle(desk, side, first.index, { certainty: 'proposed', why: 'amount', of: [payment] })
  }
}
