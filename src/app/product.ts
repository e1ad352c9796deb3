/** What the product is called, everywhere it is said. */
export const product = 'Visto Bueno'
