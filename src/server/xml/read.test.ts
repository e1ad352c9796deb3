import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attributeValue, xmlPaths, xmlText } from '#server/xml/element.ts'
import { XmlError } from '#server/xml/faults.ts'
import { readXml, xmlBounds } from '#server/xml/read.ts'

const bytesOf = (text: string) => Buffer.from(text, 'utf8')

function faultOf(bytes: Uint8Array, bounds = xmlBounds): string {
  try {
    readXml(bytes, bounds)
    return 'read'
  } catch (error) {
    if (error instanceof XmlError) return error.fault
    throw error
  }
}

const nested = (depth: number) => bytesOf(`${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`)

test('names are read by namespace, whatever prefix the file gives them', () => {
  const { first, text, all } = xmlPaths({ a: 'urn:a', b: 'urn:b' })
  for (const written of [
    '<x:r xmlns:x="urn:a" xmlns:y="urn:b"><y:p><x:n>  uno </x:n></y:p><y:p><x:n>dos</x:n></y:p></x:r>',
    '<r xmlns="urn:a"><p xmlns="urn:b"><n xmlns="urn:a">uno</n></p><q:p xmlns:q="urn:b"><n>dos</n></q:p></r>',
  ]) {
    const { root } = readXml(bytesOf(written))
    expect(text(root, 'b:p/a:n')).toBe('uno')
    expect(all(root, 'b:p/a:n').map(xmlText)).toEqual(['uno', 'dos'])
    expect(first(root, 'a:p')).toBeNull()
    expect(text(root, 'b:p/a:nothing')).toBeNull()
    expect(() => text(root, 'c:p')).toThrow('has no namespace')
  }
})

test('text, CDATA and references are one text; an attribute without a namespace is found by its name', () => {
  const { root } = readXml(
    bytesOf('<a xmlns:x="urn:x" b="1" x:b="2">uno &amp; <![CDATA[<dos>]]> &#x20AC;</a>'),
  )
  expect(root.children).toEqual(['uno & <dos> €'])
  expect(attributeValue(root, 'b')).toBe('1')
  expect(attributeValue(root, 'c')).toBeNull()
})

test('what stands beside the root is kept, in its order', () => {
  const { before, after } = readXml(bytesOf('<?one a="b"?><!--two--><a/><!--three-->'))
  expect(before).toEqual([{ target: 'one', body: 'a="b"' }, { comment: 'two' }])
  expect(after).toEqual([{ comment: 'three' }])
})

const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a>Niño 5</a>`
const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16()

test.each([
  ['UTF-8', bytesOf(declared('UTF-8'))],
  ['UTF-8 with its mark', bytesOf(`\ufeff${declared('utf-8')}`)],
  ['UTF-8 without a word', bytesOf('<a>Niño 5</a>')],
  ['UTF-16 with its mark', Buffer.from(`\ufeff${declared('UTF-16')}`, 'utf16le')],
  ['UTF-16 the other way round', swapped(Buffer.from(`\ufeff${declared('UTF-16')}`, 'utf16le'))],
  ['UTF-16 without its mark', Buffer.from(declared('UTF-16'), 'utf16le')],
  ['ISO-8859-1', Buffer.from(declared('ISO-8859-1'), 'latin1')],
  ['ISO-8859-15', Buffer.from(declared('iso-8859-15'), 'latin1')],
  ['windows-1252', Buffer.from(declared('windows-1252').replaceAll('"', "'"), 'latin1')],
])('%s is read by its letters', (_, bytes) => {
  expect(xmlText(readXml(bytes).root)).toBe('Niño 5')
})

test.each([
  ['too_large', Buffer.alloc(xmlBounds.bytes + 1, ' ')],
  ['unknown_encoding', bytesOf(declared('EBCDIC'))],
  ['unknown_encoding', Buffer.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0])],
  ['wrong_encoding', Buffer.from(declared('UTF-8'), 'latin1')],
  ['with_dtd', bytesOf('<!DOCTYPE a><a/>')],
  ['with_dtd', bytesOf('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>')],
  ['with_dtd', bytesOf('<!DOCTYPE a SYSTEM "http://example.com/a.dtd"><a/>')],
  ['with_dtd', laughs()],
  ['malformed', bytesOf('<a>&b;</a>')],
  ['too_deep', nested(1_000_000)],
  ['malformed', bytesOf('')],
  ['malformed', bytesOf('   ')],
  ['malformed', bytesOf('<a>')],
  ['malformed', bytesOf('<a></b>')],
  ['malformed', bytesOf('<a/><a/>')],
  ['malformed', bytesOf('<a b="1" b="2"/>')],
  ['malformed', bytesOf('<x:a/>')],
  ['malformed', bytesOf('<a>\u0001</a>')],
  ['malformed', bytesOf('%PDF-1.7')],
])('refused as %s: %#', (fault, bytes) => {
  expect(faultOf(bytes)).toBe(fault)
})

const few = { ...xmlBounds, parts: 1000 }

test.each([
  ['elements', `<a>${'<b/>'.repeat(998)}</a>`, '<b/>'],
  ['attributes', `<a>${'<b c=""/>'.repeat(499)}</a>`, '<b/>'],
  ['comments', `<a>${'<!---->'.repeat(998)}</a>`, '<!---->'],
])('there are bounds to the number of %s', (_, text, more) => {
  expect(faultOf(bytesOf(text), few)).toBe('read')
  expect(faultOf(bytesOf(text.replace('</a>', `${more}${more}</a>`)), few)).toBe('too_many_parts')
})

test('attributes are counted before their tag ends', () => {
  const open = `<a ${Array.from({ length: 2000 }, (_, i) => `b${i}=""`).join(' ')}`
  expect(faultOf(bytesOf(open), few)).toBe('too_many_parts')
})

/** Ten entities, each ten times the one before. */
function laughs(): Buffer {
  const entities = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`)
  return bytesOf(`<!DOCTYPE a [<!ENTITY l0 "ja">${entities.join('')}]><a>&l9;</a>`)
}

test('a hundred levels are read, one more is not', () => {
  expect(faultOf(nested(xmlBounds.depth))).toBe('read')
  expect(faultOf(nested(xmlBounds.depth + 1))).toBe('too_deep')
})

test('what takes longer than it may is given up', () => {
  const long = bytesOf(`<a>${'<b c="d">e</b>'.repeat(5000)}</a>`)
  expect(faultOf(long)).toBe('read')
  expect(faultOf(long, { ...xmlBounds, ms: 0 })).toBe('takes_too_long')
})

test('any bytes are read or refused with a reason', () => {
  const pieces = fc.constantFrom(
    '<',
    '>',
    '</',
    '/>',
    '<a',
    '<!DOCTYPE ',
    '<![CDATA[',
    ']]>',
    '<!--',
    '-->',
    '<?',
    '?>',
    '&',
    ';',
    '"',
    "'",
    '=',
    ' ',
    'a',
    'xmlns',
    ':',
    '\u0000',
    '\ufeff',
    'é',
  )
  const texts = fc.array(pieces, { maxLength: 60 }).map(some => bytesOf(some.join('')))
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), texts), bytes => {
      expect(typeof faultOf(bytes)).toBe('string')
    }),
    { numRuns: 1000 },
  )
})
