import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type Paper, pdf } from '#server/pdf/paper.ts'
import { printable } from '#server/pdf/printable.ts'

const paper: Paper = {
  title: 'Constancia',
  subtitle: 'Pedido · 1.234,56\u00a0€',
  author: 'Ñandú, S. A.',
  product: 'Visto Bueno',
  stamp: 'APROBADO',
  footer: 'ABC',
  madeAt: new Date('2026-11-21T09:00:00Z'),
  blocks: [
    { kind: 'heading', text: 'Datos' },
    { kind: 'lines', lines: [['Descripción', 'palabra '.repeat(2000)]] },
    { kind: 'entries', entries: [{ title: 'Ana', aside: '21/11/2026', text: 'largo '.repeat(900) }] },
    { kind: 'qr', address: 'https://visto.example/verificar/X', title: 'Verificación', lines: ['X'] },
  ],
}
const pagesOf = (file: Buffer) => file.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0

test('the same paper gives the same bytes, and another gives others', async () => {
  const [one, same, other] = await Promise.all([pdf(paper), pdf(paper), pdf({ ...paper, footer: 'ABD' })])
  expect(one.equals(same)).toBe(true)
  expect(one.equals(other)).toBe(false)
  expect(one.subarray(0, 5).toString()).toBe('%PDF-')
})

test('however much is said goes on over the pages, and no page is empty', async () => {
  const file = await pdf(paper)
  const pages = pagesOf(file)
  expect(pages).toBeGreaterThan(2)
  const streams = [...file.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(
    ([, body = '']) => {
      const bytes = Buffer.from(body, 'latin1')
      try {
        return inflateSync(bytes).toString('latin1')
      } catch {
        return bytes.toString('latin1')
      }
    },
  )
  // More than its foot stands on each.
  const written = streams.filter(text => text.includes('BT')).map(text => text.match(/\bBT\b/g)?.length ?? 0)
  expect(written).toHaveLength(pages)
  expect(Math.min(...written)).toBeGreaterThan(2)
})

test('letters that its fonts lack lose their marks or give way, and the euro stays', () => {
  expect(printable('Ñandú «€» – Łódź ő 🔑 漢')).toBe('Ñandú «€» – Lódz o ? ?')
})
