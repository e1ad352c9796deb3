/** Wire of an account that several providers have. */
import { z } from 'zod'

export const NamedProviderWire = z.object({ id: z.string(), name: z.string() })

/**
 * Other active providers with an account, those that the reader sees; null when there is none, and always for people of
 * clients and providers.
 */
export const SharedAccountWire = z
  .object({ providers: z.array(NamedProviderWire) })
  .nullable()
  .default(null)
export type SharedAccountWire = z.infer<typeof SharedAccountWire>
