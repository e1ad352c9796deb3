/** Spanish words of a doubt about a tax id. */
import type { TaxIdDoubt } from '#kernel/tax-id.ts'

export const wrongTaxIdMessage =
  'La letra o cifra de control no cuadra. Si es extranjero, escribe delante el código de su país.'

export const taxIdDoubtText: { readonly [doubt in TaxIdDoubt]: string } = {
  wrong: wrongTaxIdMessage,
  foreign: 'No tiene la forma de un NIF, NIE o CIF. Si es extranjero, déjalo como está.',
}
