/** Canonical XML, the form whose digest a signature holds: inclusive (1.0 and 1.1) and exclusive, with and without comments. */
import {
  isElement,
  type XmlAttribute,
  type XmlComment,
  type XmlDocument,
  type XmlElement,
  type XmlInstruction,
  xmlnsNamespace,
} from '#server/xml/element.ts'

export type Canonical = {
  readonly isExclusive: boolean
  readonly withComments: boolean
  /** Prefixes that the exclusive form treats as the inclusive one does; empty for the default namespace. */
  readonly inclusivePrefixes: readonly string[]
}

export type Part = {
  readonly of: XmlDocument | XmlElement
  /** Element left out with all below it: the signature itself. */
  readonly without: XmlElement | null
}

/** Namespace by prefix. */
type Scope = ReadonlyMap<string, string>
type Task = Canonical & { readonly without: XmlElement | null; readonly parts: string[] }

const xmlNamespace = 'http://www.w3.org/XML/1998/namespace'

export function canonicalXml({ of: part, without }: Part, form: Canonical): string {
  const task: Task = { ...form, without, parts: [] }
  if ('local' in part) writeApex(part, task)
  else {
    for (const node of part.before) writeAside(node, task, '', '\n')
    writeApex(part.root, task)
    for (const node of part.after) writeAside(node, task, '\n', '')
  }
  return task.parts.join('')
}

/** The inclusive form says at the first element what it inherits from those outside. */
function writeApex(element: XmlElement, task: Task): void {
  const ancestors = ancestorsFromRoot(element)
  const scope = ancestors.reduce<Scope>(scopeWithin, new Map())
  const own = new Set(element.attributes.filter(isOfXml).map(({ local }) => local))
  const inherited = new Map(
    ancestors.flatMap(({ attributes }) => attributes.filter(isOfXml)).map(each => [each.local, each]),
  )
  const kept = [...inherited.values()].filter(({ local }) => !own.has(local) && local !== 'id')
  writeElement(element, scope, new Map(), task.isExclusive ? [] : kept, task)
}

const isOfXml = ({ namespace }: XmlAttribute): boolean => namespace === xmlNamespace

function ancestorsFromRoot({ parent }: XmlElement): XmlElement[] {
  return parent === null ? [] : [...ancestorsFromRoot(parent), parent]
}

function scopeWithin(outer: Scope, { attributes }: XmlElement): Scope {
  const declared = attributes.filter(({ namespace }) => namespace === xmlnsNamespace)
  if (declared.length === 0) return outer
  return new Map([...outer, ...declared.map(({ local, value }) => [local, value] as const)])
}

/** `written`: the namespaces as the elements around it in the output have said them. */
function writeElement(
  element: XmlElement,
  outer: Scope,
  written: Scope,
  inherited: readonly XmlAttribute[],
  task: Task,
): void {
  if (element === task.without) return
  const scope = scopeWithin(outer, element)
  const said = new Map(written)
  const { parts } = task
  const name = qualified(element)
  parts.push('<', name)
  for (const prefix of prefixesToSay(element, scope, task)) {
    const namespace = scope.get(prefix) ?? ''
    if ((said.get(prefix) ?? '') === namespace) continue
    said.set(prefix, namespace)
    parts.push(prefix === '' ? ' xmlns="' : ` xmlns:${prefix}="`, escapedValue(namespace), '"')
  }
  for (const each of [...plainAttributes(element), ...inherited].sort(byName))
    parts.push(' ', qualified(each), '="', escapedValue(each.value), '"')
  parts.push('>')
  for (const child of element.children) {
    if (typeof child === 'string') parts.push(escapedText(child))
    else if (isElement(child)) writeElement(child, scope, said, [], task)
    else writeAside(child, task, '', '')
  }
  parts.push('</', name, '>')
}

const qualified = ({ prefix, local }: { prefix: string; local: string }): string =>
  prefix === '' ? local : `${prefix}:${local}`

/** In order, the default namespace first. The prefix `xml` is never declared. */
function prefixesToSay(element: XmlElement, scope: Scope, task: Task): string[] {
  const used = [
    element.prefix,
    ...plainAttributes(element)
      .map(each => each.prefix)
      .filter(Boolean),
  ]
  const some = task.isExclusive
    ? [...used, ...task.inclusivePrefixes.filter(prefix => scope.has(prefix))]
    : ['', ...scope.keys()]
  return [...new Set(some)].filter(prefix => prefix !== 'xml').sort(byUnits)
}

const plainAttributes = ({ attributes }: XmlElement): readonly XmlAttribute[] =>
  attributes.filter(({ namespace }) => namespace !== xmlnsNamespace)

const byUnits = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

const byName = (one: XmlAttribute, other: XmlAttribute): number =>
  byUnits(one.namespace, other.namespace) || byUnits(one.local, other.local)

function writeAside(node: XmlComment | XmlInstruction, task: Task, before: string, after: string): void {
  if ('comment' in node && !task.withComments) return
  const written =
    'comment' in node
      ? `<!--${node.comment}-->`
      : `<?${node.target}${node.body === '' ? '' : ` ${node.body}`}?>`
  task.parts.push(before, written.replaceAll('\r', '&#xD;'), after)
}

const escapedText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#xD;')

const escapedValue = (value: string): string =>
  value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\t', '&#x9;')
    .replaceAll('\n', '&#xA;')
    .replaceAll('\r', '&#xD;')
