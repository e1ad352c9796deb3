import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { erasedName, withoutPersonalData } from '#features/seals/rules/erasure.ts'

const known = new Set(['Fernanda Iturralde', 'fernanda@norte.example'])

describe('content without a person’s data', () => {
  it('keeps what is not theirs, and every digit of it', () => {
    const content =
      '{"byName": "Fernanda Iturralde", "n": 9007199254740993, "seats": ["u1", "Fernanda Iturralde"], "name": "Cemento"}'
    expect(withoutPersonalData(content, { known, isAboutThem: false })).toBe(
      `{"byName": "${erasedName}", "n": 9007199254740993, "seats": ["u1", "${erasedName}"], "name": "Cemento"}`,
    )
  })

  it('keeps what the company calls something, though it is their name', () => {
    const content =
      '{"name": "Fernanda Iturralde", "providerName": "Fernanda Iturralde", "from": "fernanda@norte.example"}'
    expect(withoutPersonalData(content, { known, isAboutThem: false })).toBe(
      `{"name": "Fernanda Iturralde", "providerName": "Fernanda Iturralde", "from": "${erasedName}"}`,
    )
  })

  it('loses every personal field of an event about them, whatever it says, and no other', () => {
    const content = '{"name": "Otra", "email": null, "role": "approver", "department": "Obra"}'
    expect(withoutPersonalData(content, { known, isAboutThem: true })).toBe(
      `{"name": "${erasedName}", "email": null, "role": "approver", "department": "${erasedName}"}`,
    )
  })

  it('takes a name for a value alone, however it is written: no name of a field, and no part of a text', () => {
    const content = String.raw`{"Fernanda Iturralde": "Fern\u0061nda Iturralde", "text": "«Fernanda Iturralde»", "quoted": "a \"b\" \\"}`
    expect(withoutPersonalData(content, { known, isAboutThem: false })).toBe(
      String.raw`{"Fernanda Iturralde": "${erasedName}", "text": "«Fernanda Iturralde»", "quoted": "a \"b\" \\"}`,
    )
  })

  it('is JSON of the same shape, whatever the content', () => {
    const json = fc.jsonValue({ maxDepth: 4 }).filter(value => !JSON.stringify(value).includes(erasedName))
    fc.assert(
      fc.property(json, value => {
        const text = JSON.stringify(value)
        expect(withoutPersonalData(text, { known, isAboutThem: false })).toBe(text)
      }),
    )
  })
})
