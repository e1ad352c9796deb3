/** Tree of an XML document: names by namespace, text, and what a signature needs besides (prefixes, comments). */

export type XmlAttribute = {
  readonly prefix: string
  readonly local: string
  readonly namespace: string
  readonly value: string
}

export type XmlComment = { readonly comment: string }
export type XmlInstruction = { readonly target: string; readonly body: string }
export type XmlNode = XmlElement | XmlComment | XmlInstruction | string

export type XmlElement = {
  readonly prefix: string
  readonly local: string
  /** Empty without a namespace. */
  readonly namespace: string
  readonly parent: XmlElement | null
  /** In the order of the file, declarations of namespaces among them (see `xmlnsNamespace`). */
  readonly attributes: readonly XmlAttribute[]
  readonly children: readonly XmlNode[]
}

export type XmlDocument = {
  readonly before: readonly (XmlComment | XmlInstruction)[]
  readonly root: XmlElement
  readonly after: readonly (XmlComment | XmlInstruction)[]
}

/** Namespace of the attributes that declare one: `xmlns:a` has the local name `a`, `xmlns` an empty one. */
export const xmlnsNamespace = 'http://www.w3.org/2000/xmlns/'

export const isElement = (node: XmlNode): node is XmlElement => typeof node !== 'string' && 'local' in node

/** Namespaces by the prefix that the reader gives them in its paths; those of the file make no difference. */
export type Namespaces = { readonly [prefix: string]: string }

export type XmlPaths = {
  /** Elements below `from` by a path of child elements: `cac:Party/cbc:Name`. */
  all(from: XmlElement | null, path: string): readonly XmlElement[]
  first(from: XmlElement | null, path: string): XmlElement | null
  /** Text of the first element of the path, trimmed; null when there is none or it is empty. */
  text(from: XmlElement | null, path: string): string | null
}

export function xmlPaths(namespaces: Namespaces): XmlPaths {
  const all = (from: XmlElement | null, path: string): readonly XmlElement[] =>
    path
      .split('/')
      .map(step => nameFrom(step, namespaces))
      .reduce<readonly XmlElement[]>(
        (found, { namespace, local }) => found.flatMap(each => childrenNamed(each, namespace, local)),
        from === null ? [] : [from],
      )
  const first = (from: XmlElement | null, path: string) => all(from, path)[0] ?? null
  return {
    all,
    first,
    text: (from, path) => {
      const found = first(from, path)
      return found === null ? null : xmlText(found) || null
    },
  }
}

function nameFrom(step: string, namespaces: Namespaces): { namespace: string; local: string } {
  const [local = '', prefix = ''] = step.split(':').reverse()
  const namespace = namespaces[prefix] ?? (prefix === '' ? '' : undefined)
  if (namespace === undefined) throw new Error(`the prefix ${prefix} of ${step} has no namespace`)
  return { namespace, local }
}

export const childrenNamed = (parent: XmlElement, namespace: string, local: string): readonly XmlElement[] =>
  parent.children.filter(
    (node): node is XmlElement => isElement(node) && node.local === local && node.namespace === namespace,
  )

/** Value of an attribute without a namespace; null when there is none. */
export const attributeValue = (element: XmlElement, local: string): string | null =>
  element.attributes.find(each => each.namespace === '' && each.local === local)?.value ?? null

/** Text of an element, that of its descendants included, without the white space around it. */
export function xmlText(element: XmlElement): string {
  const parts: string[] = []
  const collect = (node: XmlNode) => {
    if (typeof node === 'string') parts.push(node)
    else if (isElement(node)) for (const child of node.children) collect(child)
  }
  collect(element)
  return parts.join('').trim()
}

/** An element and all below it, in the order of the file. */
export function* elementsWithin(element: XmlElement): Generator<XmlElement> {
  yield element
  for (const child of element.children) if (isElement(child)) yield* elementsWithin(child)
}
