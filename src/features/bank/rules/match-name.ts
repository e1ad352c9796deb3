/** Lines by amount and the other party's name, and by amount alone: only ever proposed. */
import type { LineToMatch } from '#features/bank/rules/bank-matching.ts'
import {
  type Candidate,
  type Desk,
  day,
  freePayments,
  isWithin,
  moneyKey,
  openLines,
  rivalDays,
  type Side,
  settle,
} from '#features/bank/rules/match-desk.ts'
import { namesOthers } from '#features/bank/rules/match-end-to-end.ts'
import { fold } from '#kernel/text.ts'

const farDays = 60
/** Candidates that are looked at for one line: with so many of one amount and word the line is ambiguous anyway. */
const maxComparisons = 50

/** Candidates by amount and word of their name. */
type Index<Of> = Map<string, Set<Named<Of>>>
type Named<Of> = { readonly candidate: Candidate<Of>; readonly words: readonly string[] }

export function matchByName<Of>(desk: Desk, side: Side<Of>): void {
  const index = indexed(freePayments(side))
  const rivals = indexed([...side.rivals, ...side.sent])
  for (const at of openLines(desk, side)) {
    const line = desk.lines[at]
    if (!line) continue
    const found = alike(line, index).filter(({ candidate }) => isWithin(side, line, candidate.day, farDays))
    if (found.length === 0) continue
    const nearest = found.reduce((best, each) => (distance(line, each) < distance(line, best) ? each : best))
    if (namesOthers(line, [nearest.candidate])) continue
    const others = alike(line, rivals).filter(({ candidate }) => candidate.of !== nearest.candidate.of)
    const isOnly = found.length === 1 && !others.some(each => distance(line, each) <= rivalDays)
    const why = isOnly ? 'amount_and_name' : 'ambiguous'
    settle(desk, side, at, { certainty: 'proposed', why, of: [nearest.candidate] })
    for (const word of nearest.words) index.get(`${moneyKey(line)} ${word}`)?.delete(nearest)
  }
}

function indexed<Of>(candidates: readonly Candidate<Of>[]): Index<Of> {
  const index: Index<Of> = new Map()
  for (const candidate of candidates) {
    const named = { candidate, words: nameWords(candidate.name) }
    for (const word of named.words) add(index, `${moneyKey(candidate)} ${word}`, named)
  }
  return index
}

function add<Of>(index: Index<Of>, key: string, named: Named<Of>): void {
  const some = index.get(key)
  if (some) some.add(named)
  else index.set(key, new Set([named]))
}

/** A name is in a line's text, or the line's name, which banks cut off, is in it. Rare words are looked up first. */
function alike<Of>(line: LineToMatch, index: Index<Of>): Named<Of>[] {
  const money = moneyKey(line)
  const name = nameWords(line.counterparty.name ?? '')
  const said = new Set([...name, ...nameWords(line.text)])
  const sets = [...said].flatMap(word => index.get(`${money} ${word}`) ?? [])
  const found = new Set<Named<Of>>()
  let looks = 0
  for (const some of sets.sort((one, other) => one.size - other.size))
    for (const each of some) {
      if (looks++ >= maxComparisons) return [...found]
      const isSaid = each.words.every(own => said.has(own))
      const isCut = name.length > 0 && name.every(own => each.words.includes(own))
      if (isSaid || isCut) found.add(each)
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
  const rivals = Map.groupBy(side.rivals, moneyKey)
  const lines = Map.groupBy(
    openLines(desk, side).flatMap(index => (desk.lines[index] ? [{ index, line: desk.lines[index] }] : [])),
    ({ line }) => moneyKey(line),
  )
  for (const [money, [first, ...others]] of lines) {
    const [payment, ...more] = payments.get(money) ?? []
    if (!first || !payment || others.length > 0 || more.length > 0) continue
    const { counterparty, bookedOn } = first.line
    const isOnly = !(rivals.get(money) ?? []).some(rival => Math.abs(rival.day - day(bookedOn)) <= farDays)
    const mayBe = isWithin(side, first.line, payment.day, farDays) && !namesOthers(first.line, [payment])
    if (isOnly && mayBe && counterparty.iban === null && counterparty.name === null)
      settle(desk, side, first.index, { certainty: 'proposed', why: 'amount', of: [payment] })
  }
}
