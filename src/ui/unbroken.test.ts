import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { unbroken } from '#ui/unbroken.tsx'

const drawn = (...content: Parameters<typeof unbroken>) => renderToStaticMarkup(unbroken(...content))
const held = (text: string) => `<span class="whitespace-nowrap">${text}</span>`

test('an id, the number of an invoice and a size stay whole wherever they stand in a text', () => {
  expect(drawn('Posible duplicado de DOC-024')).toBe(`Posible duplicado de ${held('DOC-024')}`)
  expect(drawn('R-002 y CN-2026-0133, de 10 MB')).toBe(
    `${held('R-002')} y ${held('CN-2026-0133')}, de ${held('10 MB')}`,
  )
  expect(drawn(['Es un abono de ', 'DOC-017', '.'])).toBe(`Es un abono de ${held('DOC-017')}.`)
})

test('a text without any is drawn as it is, and so is what is no text', () => {
  expect(drawn('Facturas de enero a marzo, vía e-mail')).toBe('Facturas de enero a marzo, vía e-mail')
  expect(drawn(null)).toBe('')
})

test('what would not fit the line of a phone may be torn', () => {
  const long = `AA-${'1'.repeat(40)}`
  expect(drawn(long)).toBe(long)
})
