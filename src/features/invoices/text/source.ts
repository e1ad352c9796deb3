/** Spanish names of what an invoice was read from. */
import type { SourceKind } from '#features/invoices/rules/received.ts'

export const sourceLabel: { readonly [kind in SourceKind]: string } = {
  facturae: 'Facturae',
  ubl: 'Factura UBL',
  cii: 'Factura CII',
  facturx: 'Factur-X / ZUGFeRD',
  qr: 'Código QR',
  text: 'Texto del PDF',
}
