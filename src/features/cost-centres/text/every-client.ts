/** Client of a centre that takes the orders of every client. */
export const everyClient = 'Toda la empresa'
