import { describe, expect, test } from 'vitest'
import { EmailWire, lineWire, textWire, UuidWire } from '#kernel/wire.ts'

const Name = lineWire(20, 'Nombre requerido')
const messagesOf = (value: unknown, wire: typeof Name = Name) =>
  wire.safeParse(value).error?.issues.map(issue => issue.message) ?? []
const refusal = /invisibles/

describe('a name', () => {
  test('is kept as Unicode composes it: what looks the same is the same', () => {
    expect(Name.parse(' Jose\u0301 ')).toBe('Jos\u00e9')
    expect(textWire(100).parse('Jose\u0301\nNu\u0301n\u0303ez')).toBe('Jos\u00e9\nN\u00fa\u00f1ez')
  })

  test.each([
    '\u200b',
    '\u200c',
    '\u200d',
    '\u200e',
    '\u200f',
    '\u202a',
    '\u202b',
    '\u202c',
    '\u202d',
    '\u202e',
    '\u2066',
    '\u2067',
    '\u2068',
    '\u2069',
    '\u2060',
    '\ufeff',
    '\u00ad',
    '\u061c',
    '\u{e0041}',
  ])('is refused with a sentence when it holds %j, which nobody sees', mark => {
    for (const name of [mark, `Ana${mark}`, `fact${mark}fdp.exe.pdf`])
      if (name.trim() === name)
        expect(messagesOf(name), JSON.stringify(name)).toContainEqual(expect.stringMatching(refusal))
  })

  test.each(['\u3164', '\u115f', '\u2800', '\ufe0f'])('that shows nothing (%j) is refused', blank => {
    expect(messagesOf(blank)).toContainEqual(expect.stringMatching(refusal))
  })

  test('of any alphabet is taken, and an empty one is still asked for', () => {
    for (const name of ['Ana Pérez', 'Müller & Söhne', 'Ελένη', '株式会社', '☀️ Solar', '7', 'S.L.'])
      expect(messagesOf(name), name).toEqual([])
    expect(messagesOf('  ')).toEqual(['Nombre requerido'])
    expect(messagesOf(undefined)).toEqual(['Nombre requerido'])
  })
})

test('a longer text may hold joined pictures, but nothing that turns it around', () => {
  expect(textWire(100).parse('Gracias 👨‍👩‍👧')).toBe('Gracias 👨‍👩‍👧')
  for (const mark of ['\u202e', '\u2066', '\u200f'])
    expect(textWire(100).safeParse(`a${mark}b`).error?.issues[0]?.message).toMatch(refusal)
})

test('an address is ASCII before it is lower-cased: no letter of another alphabet becomes one of it', () => {
  expect(EmailWire.parse(' Kate@Correo.Example ')).toBe('kate@correo.example')
  for (const address of ['\u212aate@correo.example', 'ma\u0131l@correo.example', 'kate@correo.\u212aom'])
    expect(EmailWire.safeParse(address).success, address).toBe(false)
})

test('an identifier that is none is called so in Spanish, whatever language the library speaks', () => {
  for (const given of ['PRV-001', '', 7, undefined])
    expect(UuidWire.safeParse(given).error?.issues.map(({ message }) => message)).toEqual([
      'Identificador no válido',
    ])
})
