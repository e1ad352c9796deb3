import { expect, test } from 'vitest'
import { type Canonical, canonicalXml } from '#server/xml/canonical.ts'
import { elementsWithin, type XmlDocument, type XmlElement } from '#server/xml/element.ts'
import { readXml } from '#server/xml/read.ts'

const inclusive: Canonical = { isExclusive: false, withComments: false, inclusivePrefixes: [] }
const exclusive: Canonical = { ...inclusive, isExclusive: true }
const read = (text: string) => readXml(Buffer.from(text))
const whole = (text: string, form = inclusive) => canonicalXml({ of: read(text), without: null }, form)

function found({ root }: XmlDocument, local: string): XmlElement {
  const element = [...elementsWithin(root)].find(each => each.local === local)
  if (!element) throw new Error(`no ${local}`)
  return element
}

const part = (text: string, local: string, form: Canonical) =>
  canonicalXml({ of: found(read(text), local), without: null }, form)

test('quotes, empty elements, white space in tags, CDATA and references have one form', () => {
  expect(
    whole(
      `<?xml version="1.0"?>\r\n<a  b = 'x "y"'\n c="&#9;&#10;&#13;&lt;"><d/><![CDATA[<&]]>&gt;&#13;\r\n</a>\n`,
    ),
  ).toBe('<a b="x &quot;y&quot;" c="&#x9;&#xA;&#xD;&lt;"><d></d>&lt;&amp;&gt;&#xD;\n</a>')
})

test('namespaces come before attributes, both in order, and none is said twice', () => {
  expect(
    whole(
      '<a z="1" xmlns:y="urn:2" y:a="2" b="3" xmlns="urn:1" xmlns:x="urn:0" x:a="4"><b xmlns="urn:1" xmlns:y="urn:2"/><c xmlns=""/></a>',
    ),
  ).toBe(
    '<a xmlns="urn:1" xmlns:x="urn:0" xmlns:y="urn:2" b="3" z="1" x:a="4" y:a="2"><b></b><c xmlns=""></c></a>',
  )
})

test('instructions stay, comments only where they are asked for', () => {
  const text = '<?one a?><!--b--><a><!--c--><?two?></a><!--d--><?three?>'
  expect(whole(text)).toBe('<?one a?>\n<a><?two?></a>\n<?three?>')
  expect(whole(text, { ...inclusive, withComments: true })).toBe(
    '<?one a?>\n<!--b-->\n<a><!--c--><?two?></a>\n<!--d-->\n<?three?>',
  )
})

const within =
  '<r xmlns="urn:r" xmlns:u="urn:u" xmlns:v="urn:v" xml:lang="es"><u:e v:a="1"><f xmlns="urn:f"/></u:e></r>'

test('a part takes along what it inherits; in the exclusive form only what it uses', () => {
  expect(part(within, 'e', inclusive)).toBe(
    '<u:e xmlns="urn:r" xmlns:u="urn:u" xmlns:v="urn:v" xml:lang="es" v:a="1"><f xmlns="urn:f"></f></u:e>',
  )
  expect(part(within, 'e', exclusive)).toBe(
    '<u:e xmlns:u="urn:u" xmlns:v="urn:v" v:a="1"><f xmlns="urn:f"></f></u:e>',
  )
  expect(part(within, 'f', exclusive)).toBe('<f xmlns="urn:f"></f>')
  expect(part(within, 'f', { ...exclusive, inclusivePrefixes: ['u'] })).toBe(
    '<f xmlns="urn:f" xmlns:u="urn:u"></f>',
  )
})

test('the signature is left out of what it signs, and nothing else', () => {
  const document = read('<a> <s><t/></s> <b/></a>')
  expect(canonicalXml({ of: document, without: found(document, 's') }, inclusive)).toBe('<a>  <b></b></a>')
})
