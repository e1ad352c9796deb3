/** Reasons for which bytes are not read as XML. Whoever reads says them in Spanish. */
export const xmlFaults = [
  'too_large',
  'unknown_encoding',
  'wrong_encoding',
  'with_dtd',
  'too_deep',
  'too_many_parts',
  'takes_too_long',
  'malformed',
] as const
export type XmlFault = (typeof xmlFaults)[number]

/** `where`: what the parser says of a malformed file, with line and column; for the log. */
export class XmlError extends Error {
  readonly fault: XmlFault

  constructor(fault: XmlFault, where = '') {
    super(where === '' ? fault : `${fault}: ${where}`)
    this.fault = fault
  }
}
