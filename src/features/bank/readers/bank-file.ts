/** A file of the bank, by what is in it: a Norma 43, or XML whose kind is known by the namespace of its root. */
import { isCamt, readCamt } from '#features/bank/readers/camt.ts'
import { bankFileKind } from '#features/bank/readers/kinds.ts'
import { readNorma43 } from '#features/bank/readers/norma43.ts'
import { isPain002, readPain002 } from '#features/bank/readers/pain-002.ts'
import { Unreadable } from '#features/bank/readers/unreadable.ts'
import type { BankFile, BankReport } from '#features/bank/rules/statement.ts'
import { maxLinesOfFile, type UnreadableKind } from '#features/bank/rules/unreadable.ts'
import type { XmlElement } from '#server/xml/element.ts'
import { XmlError, type XmlFault } from '#server/xml/faults.ts'
import { readXml } from '#server/xml/read.ts'

const kinds: { readonly [fault in XmlFault]: UnreadableKind } = {
  too_large: 'too_large',
  unknown_encoding: 'xml_encoding',
  wrong_encoding: 'xml_encoding',
  with_dtd: 'xml_with_dtd',
  too_deep: 'xml_too_large',
  too_many_parts: 'xml_too_large',
  takes_too_long: 'takes_too_long',
  malformed: 'xml_malformed',
}

/** @throws Unreadable */
export function bankFileFrom(bytes: Uint8Array): BankFile {
  const file = fileFrom(bytes)
  const lines = file.reports.reduce((sum, each) => sum + linesIn(each), 0)
  if (lines > maxLinesOfFile) throw new Unreadable('too_many_lines', { lines, most: maxLinesOfFile })
  return file
}

const linesIn = (report: BankReport): number =>
  report.kind === 'status' ? report.statuses.length : report.lines.length

function fileFrom(bytes: Uint8Array): BankFile {
  const kind = bankFileKind(bytes)
  if (kind === 'norma43') return readNorma43(bytes)
  if (kind === null) throw new Unreadable('unknown_kind')
  const root = parsed(bytes)
  if (isCamt(root)) return readCamt(root)
  if (isPain002(root)) return readPain002(root)
  throw new Unreadable('other_xml')
}

function parsed(bytes: Uint8Array): XmlElement {
  try {
    return readXml(bytes).root
  } catch (error) {
    throw error instanceof XmlError ? new Unreadable(kinds[error.fault]) : error
  }
}
