import { expect, test } from 'vitest'
import { readQrAddress } from '#features/invoices/readers/qr-address.ts'
import { verifactuAddress } from '#tests/support/invoice-files.ts'

test('the QR of VERI*FACTU says tax id, number, date and total', () => {
  expect(readQrAddress(verifactuAddress)).toEqual({
    qr: { system: 'verifactu', address: verifactuAddress, isSound: true, isOfTests: false },
    claim: {
      from: 'qr',
      issuerTaxId: 'B12345674',
      number: 'F-2026/014',
      issuedOn: '2026-11-03',
      totalMinor: 12100n,
    },
  })
  const other = verifactuAddress.replace('ValidarQR', 'ValidarQRNoVerifactu')
  expect(readQrAddress(other)?.qr.system).toBe('no_verifactu')
})

test('a QR that leads to a system for tests is told on', () => {
  const forTests = verifactuAddress.replace('www2.agenciatributaria.gob.es', 'prewww2.aeat.es')
  expect(readQrAddress(forTests)?.qr.isOfTests).toBe(true)
})

const ticketBai =
  'https://batuz.eus/QRTBAI/?id=TBAI-00000006Y-251019-btFpwP8dcLGAF-237&s=T&nf=27174&i=4.70&cr=007'

test('the QR of TicketBAI says the same, with check digits that are checked', () => {
  expect(readQrAddress(ticketBai)).toMatchObject({
    qr: { system: 'ticketbai', isSound: true },
    claim: { issuerTaxId: '00000006Y', number: 'T-27174', issuedOn: '2019-10-25', totalMinor: 470n },
  })
  expect(readQrAddress(ticketBai.replace('i=4.70', 'i=5.70'))?.qr.isSound).toBe(false)
  expect(readQrAddress(ticketBai.replace('251019', '261019'))?.qr.isSound).toBe(false)
})

test.each([
  'javascript:alert(1)//agenciatributaria.gob.es/ValidarQR?nif=B12345674&numserie=1',
  '<script>alert(1)</script>',
  verifactuAddress.replace('https:', 'http:'),
  verifactuAddress.replace('agenciatributaria.gob.es', 'agenciatributaria.gob.es.example.com'),
  verifactuAddress.replace('www2.agenciatributaria.gob.es', 'fakeagenciatributaria.gob.es'),
  verifactuAddress.replace('www2.', 'www2.agenciatributaria.gob.es@evil.example/'),
  verifactuAddress.replace('nif=B12345674', ''),
  `${verifactuAddress}${'0'.repeat(2000)}`,
  'https://www.araba.eus/?id=TBAI-1',
  '',
])('no invoice: %s', text => {
  expect(readQrAddress(text)).toBeNull()
})
