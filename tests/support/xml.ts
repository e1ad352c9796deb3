// XML read as strictly as a bank reads it: one root, tags that close what they open, text that is escaped.
export type XmlNode = {
  readonly name: string
  readonly attributes: { readonly [name: string]: string }
  readonly children: XmlNode[]
  text: string
}

/** The root element, or an error that says where the text is no XML. */
export function parseXml(xml: string): XmlNode {
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '')
  if (body === xml) throw new Error('no XML declaration')
  const top: XmlNode = { name: '', attributes: {}, children: [], text: '' }
  const open = [top]
  let end = 0
  for (const { 0: token, 1: closing, 2: name = '', 3: rest = '', index } of body.matchAll(tags)) {
    takeText(open.at(-1), body.slice(end, index))
    end = index + token.length
    if (closing === '/') {
      if (open.pop()?.name !== name || open.length === 0) throw new Error(`</${name}> closes nothing`)
    } else {
      const node: XmlNode = { name, attributes: attributesOf(rest), children: [], text: '' }
      open.at(-1)?.children.push(node)
      open.push(node)
    }
  }
  takeText(open.at(-1), body.slice(end))
  const [root, ...more] = top.children
  if (open.length !== 1 || !root || more.length > 0 || top.text !== '')
    throw new Error('not one whole element')
  return root
}

const tags = /<(\/?)([A-Za-z][A-Za-z0-9]*)((?: [A-Za-z]+="[^"<&]*")*)>/g

function takeText(node: XmlNode | undefined, raw: string): void {
  const text = raw.trim()
  if (text === '') return
  if (/[<>]/.test(text) || /&(?!#\d+;)/.test(text)) throw new Error(`text that is not escaped: ${text}`)
  if (!node || node.children.length > 0) throw new Error(`text between elements: ${text}`)
  node.text = text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
}

const attributesOf = (text: string) =>
  Object.fromEntries([...text.matchAll(/ ([A-Za-z]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))
