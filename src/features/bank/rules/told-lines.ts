/** Lines of a file of the bank as they are kept: movements with the key of their sighting, and statuses of transfers. */
import { sightings } from '#features/bank/rules/line-key.ts'
import type {
  BankFile,
  BankFormat,
  BankLine,
  BankStatus,
  StatusReport,
} from '#features/bank/rules/statement.ts'
import { type Currency, minorToText } from '#kernel/money.ts'

export type ToldLine = {
  /** Equal in every file that tells it. */
  readonly key: string
  readonly format: BankFormat
  readonly place: number
} & (
  | {
      readonly line: BankLine
      readonly iban: string
      readonly currency: Currency
      readonly entryMinor: bigint
      readonly status: null
    }
  | { readonly line: null; readonly status: ToldStatus }
)

/** `messageId`: of the file of transfers that the bank was sent. */
export type ToldStatus = Omit<BankStatus, 'amountMinor'> & {
  readonly messageId: string
  readonly amountMinor: string | null
}

/** In the order of the file. */
export const toldLines = ({ reports }: BankFile): ToldLine[] =>
  reports.flatMap(report =>
    report.kind === 'status'
      ? statusesTold(report)
      : sightings(report).map(({ key, line, iban, entryMinor, format }) => ({
          key,
          format,
          place: line.place,
          line,
          iban,
          currency: report.currency,
          entryMinor,
          status: null,
        })),
  )

const statusesTold = ({ format, messageId, statuses }: StatusReport): ToldLine[] =>
  statuses.map(({ amountMinor, ...status }) => ({
    key: JSON.stringify([
      format,
      messageId,
      status.level,
      status.paymentInfoId,
      status.endToEndId,
      status.code,
      ...status.reasons,
    ]),
    format,
    place: status.place,
    line: null,
    status: { ...status, messageId, amountMinor: amountMinor === null ? null : minorToText(amountMinor) },
  }))

export type LeftOut = { readonly iban: string; readonly lines: number }

/** The file without what it tells of other accounts than the company's, and how many movements each of those has. */
export function ofAccount(
  { reports }: BankFile,
  own: string | null,
): { readonly file: BankFile; readonly leftOut: readonly LeftOut[] } {
  const others = new Map<string, number>()
  for (const report of reports)
    if (report.kind !== 'status' && report.iban !== own)
      others.set(report.iban, (others.get(report.iban) ?? 0) + report.lines.length)
  return {
    file: { reports: reports.filter(report => report.kind === 'status' || report.iban === own) },
    leftOut: [...others].map(([iban, lines]) => ({ iban, lines })),
  }
}

/** Accounts that the file tells of. */
export const accountsTold = ({ reports }: BankFile): string[] =>
  reports.flatMap(report => (report.kind === 'status' ? [] : [report.iban]))
