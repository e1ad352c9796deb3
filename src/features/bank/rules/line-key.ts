/**
 * Identity of the bank's lines, so that files which overlap add nothing twice, whatever the order in which they arrive.
 *
 * A *sighting* is a line as one format tells it. Its key is account, format, booked day, amount, references and, among
 * movements of a report that are equal in all of that, a number from 1: two equal payments of a day are two, and the same
 * day in a second file has the same keys. Keys do not depend on other files, nor on the order of lines.
 *
 * A *movement* is the money behind sightings: formats have different references for it, so sightings of several formats
 * are put together by account, day and amount, and by end-to-end identifier where both tell one (`movements`). Their
 * number is a function of the set of sightings alone, so that it is the same after any order of files.
 *
 * Limits. Of movements that one format tells alike in everything (same account, day, amount and references, or no
 * references at all), a report has to have the first ones or all of them: two files with one each are taken for the same
 * one until a file with both arrives. Of movements of one day and amount that two formats tell without a common reference,
 * the same: one in each is taken for the same. So a part of a day may show fewer movements than there were, never more, and a
 * whole day puts it right. A bank that changes a movement's booked day or references between two files tells, in the
 * same format, another movement; in another format only the day matters.
 */
import type { AccountFormat, AccountReport, BankLine } from '#features/bank/rules/statement.ts'
import type { Day } from '#kernel/day.ts'
import { minorToText } from '#kernel/money.ts'

/** Line with its key, and with what is compared between formats. */
export type Sighting = {
  /** Unique for the line in its account; parts of one movement share the key up to its last sign `/`. */
  readonly key: string
  readonly iban: string
  readonly format: AccountFormat
  readonly bookedOn: Day
  /** Amount of the whole movement, of whose parts each line may be one. */
  readonly entryMinor: bigint
  /** Null for a part: parts have theirs, the movement has none. */
  readonly endToEndId: string | null
  readonly line: BankLine
}

/** Lines of a report as sightings, in their order. */
export function sightings(report: AccountReport): Sighting[] {
  const { iban, format } = report
  const seen = new Map<string, number>()
  return [...Map.groupBy(report.lines, ({ place }) => place).values()].flatMap(lines => {
    const alike = keyOfAlike(report, lines)
    const number = (seen.get(alike) ?? 0) + 1
    seen.set(alike, number)
    return lines.map(line => ({
      key: `${alike}#${number}${line.part === null ? '' : `/${line.part.number}`}`,
      iban,
      format,
      bookedOn: line.bookedOn,
      entryMinor: entryMinor(line),
      endToEndId: line.part === null ? line.references.endToEndId : null,
      line,
    }))
  })
}

/** Keys of the lines of a report, in their order. */
export const lineKeys = (report: AccountReport): string[] => sightings(report).map(({ key }) => key)

const entryMinor = ({ part, amountMinor }: BankLine): bigint => part?.entryMinor ?? amountMinor

/** References of a line; its text tells it apart where it has none. */
function tellingText({ references, text }: BankLine): string {
  const told = Object.values(references)
  return JSON.stringify(told.some(each => each !== null) ? told : [...told, text])
}

/** A movement that is told by its parts is known by the references of the least of them, whatever their order. */
function keyOfAlike({ iban, format }: AccountReport, lines: readonly BankLine[]): string {
  const [line] = lines
  if (!line) throw new Error('a movement has a line')
  const [least] = lines.map(tellingText).sort()
  return JSON.stringify([iban, format, line.bookedOn, minorToText(entryMinor(line)), least])
}

/** Money that moved once, with all that tells of it. */
export type Movement = {
  /**
   * Account, day, amount and a number from 1. The set of keys only grows as files arrive, but a movement's number among
   * its equals may become another: what was decided stays with sightings.
   */
  readonly key: string
  readonly sightings: readonly Sighting[]
}

/** Lines of the format that tells most of a movement: its parts, else the line with an end-to-end identifier. */
export function telling({ sightings: told }: Movement): readonly Sighting[] {
  const byFormat = [...Map.groupBy(told, ({ format }) => format).values()]
  const worth = (some: readonly Sighting[]) => some.length * 2 + (some[0]?.endToEndId ? 1 : 0)
  return byFormat.reduce((best, each) => (worth(each) > worth(best) ? each : best), byFormat[0] ?? [])
}

/** Movements behind sightings of whatever files; a function of the set of them, whatever their order. */
export function movements(all: readonly Sighting[]): Movement[] {
  const unique = new Map(all.map(sighting => [sighting.key, sighting]))
  const groups = Map.groupBy(unique.values(), ({ iban, bookedOn, entryMinor }) =>
    JSON.stringify([iban, bookedOn, minorToText(entryMinor)]),
  )
  return [...groups].flatMap(([group, of]) =>
    slots(of).map((slot, index) => ({
      key: `${group}#${index + 1}`,
      sightings: [...slot.entries.values()].flat(),
    })),
  )
}

/** Place of one movement in its group: what each format tells of it, by the format. */
type Slot = {
  readonly endToEndId: string | null
  readonly entries: Map<AccountFormat, readonly Sighting[]>
}

/** Formats from the one that tells most. */
const formats: readonly AccountFormat[] = ['camt053', 'camt054', 'norma43']

/** First what end-to-end identifiers tell apart, then the rest wherever their format tells nothing yet. */
function slots(group: readonly Sighting[]): Slot[] {
  const found: Slot[] = []
  const place = (entry: readonly Sighting[], format: AccountFormat, fits: (slot: Slot) => boolean) => {
    const free = found.find(slot => !slot.entries.has(format) && fits(slot))
    if (free) free.entries.set(format, entry)
    else found.push({ endToEndId: entry[0]?.endToEndId ?? null, entries: new Map([[format, entry]]) })
  }
  const told = formats.map(format => ({ format, entries: entriesIn(group, format) }))
  for (const { format, entries } of told)
    for (const entry of entries) {
      const endToEndId = entry[0]?.endToEndId ?? null
      if (endToEndId !== null) place(entry, format, slot => slot.endToEndId === endToEndId)
    }
  for (const { format, entries } of told)
    for (const entry of entries) if ((entry[0]?.endToEndId ?? null) === null) place(entry, format, () => true)
  return found
}

/** Whole movements of one format: the parts of each together, in the order of their keys. */
function entriesIn(group: readonly Sighting[], format: AccountFormat): Sighting[][] {
  const own = group.filter(each => each.format === format)
  const entries = Map.groupBy(own, ({ key, line }) => (line.part === null ? key : key.replace(/\/\d+$/, '')))
  return [...entries]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, parts]) =>
      parts.sort((one, other) => (one.line.part?.number ?? 0) - (other.line.part?.number ?? 0)),
    )
}
