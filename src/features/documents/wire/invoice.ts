import { z } from 'zod'
import { dayFrom } from '#kernel/day.ts'
import { optionalLineWire } from '#kernel/wire.ts'

/** Optional invoice number: one line with a letter or a figure to compare; empty becomes null. */
export const InvoiceNumberWire = optionalLineWire(60)
  .refine(text => text === '' || /[\p{L}\p{N}]/u.test(text), 'Escribe el número de la factura')
  .nullish()
  .transform(text => text || null)

export const InvoiceDateWire = z
  .string()
  .refine(text => text === '' || dayFrom(text) !== null, 'Fecha no válida (dd/mm/aaaa)')
  .nullish()
  .transform(text => text || null)
