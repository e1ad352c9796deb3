/** Reader of a letter, and the words that greet them. */
export type Addressee = { readonly email: string; readonly name: string }

export const greetingTo = ({ name }: Pick<Addressee, 'name'>): string => `Hola, ${name}:`
