/** Addresses as the browser has them: small and apart from the lists, because every page reads its address first. */

/** Parameters of an address, as a router reads them. */
export type Address = { readonly [name: string]: unknown }

/** The parameters of an address as text: a router reads `?q=12` as a number. Empty ones are left out. */
export const addressTexts = (address: Address): { [name: string]: string } =>
  Object.fromEntries(
    Object.entries(address).flatMap(([name, value]) => {
      const text = addressText(value)
      return text === '' ? [] : [[name, text] as const]
    }),
  )

/** One parameter as text; empty for what is no text, number or boolean. */
export const addressText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
