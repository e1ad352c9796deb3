/**
 * The one reader of XML. Untrusted bytes become a tree within bounds of size, depth, number of parts and computing time;
 * a document type definition, and with it every entity, is refused (decision 068).
 */
import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes'
import { decodeXml } from '#server/xml/decode.ts'
import type { XmlComment, XmlDocument, XmlElement, XmlInstruction, XmlNode } from '#server/xml/element.ts'
import { XmlError } from '#server/xml/faults.ts'

/** `parts`: elements, attributes, comments and instructions together. `ms`: computing time of the thread. */
export type XmlBounds = {
  readonly bytes: number
  readonly depth: number
  readonly parts: number
  readonly ms: number
}

export const xmlBounds: XmlBounds = { bytes: 10 * 1024 * 1024, depth: 100, parts: 400_000, ms: 3000 }

const charactersAtOnce = 64 * 1024

/** @throws XmlError with the reason, for whatever is not well-formed XML within the bounds. */
export function readXml(bytes: Uint8Array, bounds: XmlBounds = xmlBounds): XmlDocument {
  if (bytes.length > bounds.bytes) throw new XmlError('too_large')
  const text = decodeXml(bytes)
  const parser = new SaxesParser({ xmlns: true })
  const tree = new Tree(bounds)
  parser.on('error', error => {
    throw new XmlError('malformed', error.message)
  })
  parser.on('doctype', () => {
    throw new XmlError('with_dtd')
  })
  parser.on('opentagstart', () => tree.expectElement())
  parser.on('attribute', () => tree.countPart())
  parser.on('opentag', tag => tree.open(tag))
  parser.on('closetag', () => tree.close())
  parser.on('text', each => tree.add(each))
  parser.on('cdata', each => tree.add(each))
  parser.on('comment', comment => tree.add({ comment }))
  parser.on('processinginstruction', instruction =>
    tree.add({ target: instruction.target, body: instruction.body }),
  )
  feed(parser, text, bounds.ms)
  return tree.document()
}

/** In pieces, after each of which the computing time is looked at. */
function feed(parser: { write(text: string): object; close(): object }, text: string, ms: number): void {
  const started = process.threadCpuUsage()
  for (let at = 0; at < text.length; at += charactersAtOnce) {
    parser.write(text.slice(at, at + charactersAtOnce))
    const { user, system } = process.threadCpuUsage(started)
    if (user + system > ms * 1000) throw new XmlError('takes_too_long')
  }
  parser.close()
}

type OpenElement = XmlElement & { readonly children: XmlNode[] }

class Tree {
  readonly #bounds: XmlBounds
  readonly #beforeRoot: (XmlComment | XmlInstruction)[] = []
  readonly #afterRoot: (XmlComment | XmlInstruction)[] = []
  #root: XmlElement | null = null
  #current: OpenElement | null = null
  readonly #open: OpenElement[] = []
  #parts = 0

  constructor(bounds: XmlBounds) {
    this.#bounds = bounds
  }

  countPart(): void {
    this.#parts++
    if (this.#parts > this.#bounds.parts) throw new XmlError('too_many_parts')
  }

  /** Called before its attributes are read. */
  expectElement(): void {
    this.countPart()
    if (this.#open.length >= this.#bounds.depth) throw new XmlError('too_deep')
  }

  open({ prefix, local, uri, attributes }: SaxesTagNS): void {
    const element: OpenElement = {
      prefix,
      local,
      namespace: uri,
      parent: this.#current,
      attributes: Object.values(attributes).map(toAttribute),
      children: [],
    }
    this.#current?.children.push(element)
    this.#root ??= element
    this.#current = element
    this.#open.push(element)
  }

  close(): void {
    this.#open.pop()
    this.#current = this.#open.at(-1) ?? null
  }

  add(node: XmlComment | XmlInstruction | string): void {
    if (typeof node !== 'string') this.countPart()
    if (this.#current === null) {
      if (typeof node !== 'string') (this.#root === null ? this.#beforeRoot : this.#afterRoot).push(node)
      return
    }
    const { children } = this.#current
    const last = children.at(-1)
    // Text and CDATA beside each other are one text.
    if (typeof node === 'string' && typeof last === 'string') children[children.length - 1] = last + node
    else children.push(node)
  }

  document(): XmlDocument {
    if (this.#root === null) throw new XmlError('malformed', 'no element')
    return { before: this.#beforeRoot, root: this.#root, after: this.#afterRoot }
  }
}

/** `xmlns` itself has an empty local name. */
const toAttribute = ({ name, prefix, local, uri, value }: SaxesAttributeNS) => ({
  prefix,
  local: name === 'xmlns' ? '' : local,
  namespace: uri,
  value,
})
