import { describe, expect, test } from 'vitest'
import { type DueOrder, digestLetter, dueLetter, overdueLetter } from '#features/notices/text/letters.ts'
import { type OutcomeOrder, outcomeLetter } from '#features/notices/text/outcomes.ts'
import { renderMail } from '#server/mail/layout.ts'

const origin = 'https://vb.example'
const ana = { email: 'ana@norte.example', name: 'Ana', role: 'approver' } as const
const rent: DueOrder = {
  id: 'DOC-012',
  projectId: 'PRJ-003',
  name: 'Alquiler de noviembre',
  type: 'gasto',
  creditedId: null,
  providerName: 'Inmuebles Ebro',
  amount: { minor: 125_050n, currency: 'EUR' },
  payable: { minor: 125_050n, currency: 'EUR' },
  dueOn: '2026-12-03',
  task: 'approve',
  projectName: 'Oficina central',
  requesterName: 'Luis Vega',
  invoiceNumber: 'F-2026/014',
  decideBy: '2026-11-27',
  delayedBy: null,
}
const rendered = (letter: ReturnType<typeof dueLetter>) =>
  renderMail({ ...letter, product: 'Visto Bueno', origin })
const leads = (html: string) =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))

describe('the mail about an order that waits', () => {
  test('says who, what, how much and by when, in both parts, and leads to where it is decided', () => {
    const { subject, text, html } = rendered(dueLetter(ana, rent, origin))
    expect(subject).toBe('Espera tu aprobación: Alquiler de noviembre (DOC-012), 1.250,50 €')
    expect(text).toContain(
      [
        'Pedido de Pago:   DOC-012',
        'Monto:            1.250,50 €',
        'Proveedor:        Inmuebles Ebro',
        'Proyecto:         Oficina central',
        'Lo pide:          Luis Vega',
        'Factura:          F-2026/014',
        'Vence el:         03/12/2026',
        'Decidir hasta el: 27/11/2026',
      ].join('\n'),
    )
    for (const said of ['Inmuebles Ebro', 'Oficina central', 'Luis Vega', 'F-2026/014', '27/11/2026'])
      expect(html).toContain(`>${said}</td>`)
    expect(leads(html)[0]).toBe(`${origin}/client/pending-approvals?doc=DOC-012`)
  })

  test('with a link leads to the link’s own screen, says whose it is, and nothing of the order in its address', () => {
    const link = `${'0'.repeat(32)}.${'a'.repeat(43)}`
    const { html, text } = rendered(dueLetter(ana, { ...rent, link }, origin))
    expect(leads(html)[0]).toBe(`${origin}/decidir#${link}`)
    expect(text).toContain(`${origin}/decidir#${link}`)
    expect(text).toContain('El enlace es solo tuyo: pide que entres con tu cuenta')
    expect(rendered(digestLetter(ana, [{ ...rent, link, days: 6 }], origin)).text).toContain(`#${link}`)
    expect(rendered(dueLetter(ana, rent, origin)).text).not.toContain('El enlace es solo tuyo')
  })

  test('of a payment or an invoice to confirm leads there, without a day to decide', () => {
    const admin = { ...ana, role: 'admin' } as const
    const issue = { ...rent, type: 'emision', task: 'execute', invoiceNumber: null, decideBy: null } as const
    const { text, html } = rendered(dueLetter(admin, issue, origin))
    expect(text).toContain('Confirmar la emisión:')
    expect(text).not.toMatch(/Factura:|Decidir/)
    expect(leads(html)[0]).toBe(`${origin}/empresa/pending-confirmations?doc=DOC-012`)
  })

  test('of a credit note says which order it reduces, and asks nobody to pay', () => {
    const note = { ...rent, creditedId: 'DOC-007', task: 'execute' } as const
    const { text } = rendered(dueLetter(ana, note, origin))
    expect(text).toMatch(/Abono de DOC-007: +DOC-012/)
    expect(text).toContain('Confirmar el abono:')
  })

  test('says what the bank moves where it is not the whole amount; whoever pays reads it first', () => {
    const withheld = { ...rent, payable: { minor: 105_050n, currency: 'EUR' } } as const
    const approving = rendered(dueLetter(ana, withheld, origin))
    expect(approving.subject).toMatch(/, 1\.250,50\s€$/)
    expect(approving.text).toMatch(/Monto: +1\.250,50\s€\nA pagar: +1\.050,50\s€\n/)
    const paying = { ...withheld, task: 'execute', decideBy: null } as const
    expect(rendered(dueLetter(ana, paying, origin)).subject).toMatch(/, 1\.050,50\s€$/)
    expect(rendered(dueLetter(ana, rent, origin)).text).not.toContain('A pagar')
    expect(rendered(digestLetter(ana, [{ ...paying, days: 1 }], origin)).text).toMatch(/ · 1\.050,50\s€ · /)
  })

  test('of a credit note says what it takes from its order, where that is not the whole amount', () => {
    const note = { ...rent, creditedId: 'DOC-007', payable: { minor: 105_050n, currency: 'EUR' } } as const
    const { text } = rendered(dueLetter(ana, note, origin))
    expect(text).toMatch(/Monto: +1\.250,50\s€\nA descontar: +1\.050,50\s€\n/)
    expect(text).not.toContain('A pagar')
  })

  test('cannot be written by what others typed', () => {
    const evil = '</td></table><h1>Paga aquí</h1>\n\nhttps://malo.example'
    const { html, text } = rendered(
      dueLetter(ana, { ...rent, name: evil, providerName: evil, invoiceNumber: evil }, origin),
    )
    expect(html).not.toContain('<h1>')
    expect(leads(html).every(lead => lead.startsWith(origin))).toBe(true)
    expect(text.split('\n').filter(line => line.startsWith('https://malo'))).toEqual([])
  })
})

test('the digest says of whom each order is, and begins with the first', () => {
  const letter = digestLetter(ana, [{ ...rent, days: 6 }], origin)
  expect(rendered(letter).text).toContain(
    'Alquiler de noviembre (DOC-012) · Inmuebles Ebro · 1.250,50 € · Vence el 03/12/2026 · Espera tu aprobación · hace 6 días',
  )
  expect(letter.action?.url).toBe(`${origin}/client/pending-approvals?doc=DOC-012`)
})

test('an order without a due day says none, in whichever mail; a letter of late orders says it of each', () => {
  const undated = { ...rent, dueOn: null, days: 9 }
  const dated = { ...rent, days: 9 }
  const late = (order: typeof undated | typeof dated) =>
    rendered(overdueLetter(ana, { total: 1, orders: [order] }, origin)).text
  for (const text of [
    rendered(dueLetter(ana, undated, origin)).text,
    rendered(digestLetter(ana, [undated], origin)).text,
    late(undated),
  ])
    expect(text).not.toContain('Vence')
  expect(late(dated)).toContain(' · Vence el 03/12/2026 · hace 9 días')
})

test('a digest and a letter of late orders list no more than they have room for, and say how many more', () => {
  const many = Array.from({ length: 60 }, () => ({ ...rent, days: 9 }))
  expect(rendered(digestLetter(ana, many, origin)).text).toContain('Y 10 más.')
  expect(rendered(overdueLetter(ana, { total: 61, orders: many }, origin)).text).toContain('Y 1 más.')
})

test('the mail of what became of a credit note says what it takes from its order, never that it is or was paid', () => {
  const payable = { minor: 105_050n, currency: 'EUR' } as const
  const note = { ...rent, creditedId: 'DOC-007', payable, person: ana, byName: null, reason: null }
  const told = (over: Pick<OutcomeOrder, 'topic'> & Partial<OutcomeOrder>) =>
    outcomeLetter([{ ...note, ...over }], origin)
      ?.facts?.map(({ label, value }) => `${label}: ${value}`)
      .join('\n')
  const amount = '1.050,50\u00a0€'
  for (const type of ['gasto', 'emision'] as const) {
    expect(told({ topic: 'document.approved', type })).toContain(`\nA descontar: ${amount}`)
    expect(told({ topic: 'execution.confirmed', type })).toContain(`\nAbonado: ${amount}`)
  }
  const order = { creditedId: null }
  expect(told({ ...order, topic: 'document.approved' })).toContain(`\nA pagar: ${amount}`)
  expect(told({ ...order, topic: 'execution.confirmed' })).toContain(`\nPagado: ${amount}`)
  const issued = told({ ...order, topic: 'execution.confirmed', type: 'emision' })
  expect(issued).toContain(`\nA cobrar: ${amount}`)
})
