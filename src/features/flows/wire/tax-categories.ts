/** Wire of tax categories, in a module of its own: the form of an order says some, and loads no flow. */
import { z } from 'zod'
import { isTaxCategory, taxCategories } from '#features/flows/rules/tax-categories.ts'

export const TaxCategoryWire = z.enum(taxCategories)

/** Categories in an address, with commas between them. */
export const TaxCategoriesWire = z
  .string()
  .max(200)
  .refine(text => text.split(',').every(isTaxCategory), 'Categoría desconocida')
  .meta({ examples: ['iva,irpf'] })
