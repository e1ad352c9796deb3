import type { LineToMatch } from '#features/bank/rules/bank-matching.ts'

/** Texts of a line in which an identifier may stand, besides the fields made for it. */
export const lineWords = ({ text, references }: LineToMatch): string =>
  [text, references.document, references.first, references.second].filter(each => each !== null).join(' ')
