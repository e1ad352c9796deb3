import { describe, expect, test } from 'vitest'
import { remittanceLetter, type ToldPayment } from '#features/notices/text/remittances.ts'
import { origin } from '#tests/support/app.ts'
import { hostileText, leads, rendered } from '#tests/support/letters.ts'

const ana = { email: 'ana@ebro.example', name: 'Ana', role: 'provider' } as const
const desk = { email: 'cobros@ebro.example', name: 'Inmuebles Ebro', role: null } as const
const rent: ToldPayment = {
  companyName: 'Hoteles Norte',
  id: 'DOC-012',
  projectId: 'PRJ-003',
  name: 'Alquiler de noviembre',
  invoiceNumber: 'F-2026/014',
  invoiceDate: '2026-11-03',
  amount: { minor: 125_050n, currency: 'EUR' },
  number: null,
  count: null,
  executedOn: '2026-11-20',
  returnedOn: null,
  reference: 'TRF-77',
  netted: null,
  accountEnd: '…3000',
}
const facts = (text: string) => text.split('\n').filter(line => /^[A-Z][^:]+: +\S/.test(line))

describe('the advice of a payment', () => {
  test('says what was paid, of which invoice, when, how much, to which account’s end and with which reference', () => {
    const { subject, text, html } = rendered(remittanceLetter(ana, 'paid', [rent], origin))
    expect(subject).toMatch(/^Pago de Hoteles Norte: 1\.250,50\s€ · Alquiler de noviembre \(DOC-012\)$/)
    expect(text).toContain('Hoteles Norte ha pagado lo siguiente.')
    expect(facts(text).map(line => line.replace(/: +/, ': ').replace(/\s/g, ' '))).toEqual([
      'Concepto: Alquiler de noviembre',
      'Pedido de Pago: DOC-012',
      'Factura: F-2026/014 del 03/11/2026',
      'Monto: 1.250,50 €',
      'Fecha: 20/11/2026',
      'Cuenta: terminada en …3000',
      'Referencia: TRF-77',
    ])
    expect(leads(html)[0]).toBe(`${origin}/provider/projects/PRJ-003/documents/DOC-012`)
    expect(text).toContain('en tu perfil')
  })

  test('of one of several says which one of how many', () => {
    const part = { ...rent, number: 2, count: 3 }
    const { subject, text } = rendered(remittanceLetter(ana, 'paid', [part], origin))
    expect(subject).toMatch(/^Pago 2 de 3 de Hoteles Norte/)
    expect(text).toMatch(/Pago: +2 de 3\n/)
    const both = rendered(remittanceLetter(ana, 'paid', [part, { ...part, number: 3 }], origin))
    expect(both.text).toContain('pago 2 de 3')
    expect(both.text).toContain('pago 3 de 3')
  })

  test('leaves out what the order does not have', () => {
    const bare = { ...rent, invoiceNumber: null, invoiceDate: null, accountEnd: null }
    expect(rendered(remittanceLetter(ana, 'paid', [bare], origin)).text).not.toMatch(/Factura|Cuenta/)
  })

  test('of several adds up each currency, and says each in a line that leads to it', () => {
    const dollars = { ...rent, id: 'DOC-013', amount: { minor: 1_000n, currency: 'USD' } } as const
    const { subject, text } = rendered(remittanceLetter(ana, 'paid', [rent, rent, dollars], origin))
    expect(subject).toMatch(/^3 pagos de Hoteles Norte: 2\.501\s€ \+ .*10/)
    expect(text.replace(/\s/g, ' ')).toContain(
      'Alquiler de noviembre (DOC-012) · factura F-2026/014 del 03/11/2026 · 1.250,50 € · 20/11/2026 · cuenta terminada en …3000 · referencia TRF-77',
    )
    expect(text).toContain(`${origin}/provider/projects/PRJ-003/documents/DOC-013`)
  })

  test('to an address of nobody who signs in leads nowhere but to us, and says why it came', () => {
    for (const made of [[rent], [rent, rent]]) {
      const { text, html } = rendered(remittanceLetter(desk, 'paid', made, origin))
      expect(text).toContain('DOC-012')
      expect(text).toContain('Recibes este correo porque Hoteles Norte te tiene como proveedor.')
      expect(leads(html)).toEqual([`${origin}`])
    }
  })

  test('lists no more than it has room for, and says how many more', () => {
    const many = Array.from({ length: 60 }, () => rent)
    for (const payee of [ana, desk]) {
      const { text } = rendered(remittanceLetter(payee, 'paid', many, origin))
      expect(text).toContain('Y 10 más.')
      expect(text.split('DOC-012)')).toHaveLength(51)
    }
  })
})

test('a payment that came back is one sentence without a reason, with its day', () => {
  const came = { ...rent, returnedOn: '2026-11-22' }
  const { subject, text } = rendered(remittanceLetter(ana, 'unpaid', [came], origin))
  expect(subject).toMatch(/^Pago devuelto por el banco de Hoteles Norte: 1\.250,50\s€/)
  expect(text).toContain('El banco ha devuelto a Hoteles Norte lo siguiente, que no ha quedado en la cuenta.')
  expect(text).toMatch(/Devuelto el: +22\/11\/2026/)
  expect(rendered(remittanceLetter(ana, 'unpaid', [came, came], origin)).text).toContain(
    'devuelto el 22/11/2026',
  )
})

test('what others typed neither breaks a line nor a tag, nor leads anywhere', () => {
  const hostile = {
    ...rent,
    companyName: hostileText,
    name: hostileText,
    invoiceNumber: hostileText,
    reference: hostileText,
  }
  for (const payee of [
    { ...ana, name: hostileText },
    { ...desk, name: hostileText },
  ])
    for (const made of [[hostile], [hostile, hostile]]) {
      const { subject, text, html } = rendered(remittanceLetter(payee, 'paid', made, origin))
      expect(subject).not.toMatch(/[\p{Cc}\u2028\u202e]/u)
      expect(subject.length).toBeLessThanOrEqual(200)
      expect(html).not.toMatch(/<h1>|<a href="https:\/\/malo/)
      expect(leads(html).every(lead => lead.startsWith(origin))).toBe(true)
      expect(text.split('\n').filter(line => /^(Bcc|https:\/\/malo)/.test(line))).toEqual([])
    }
})
