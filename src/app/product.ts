/** Name of the product, everywhere. */
export const product = 'Visto Bueno'
