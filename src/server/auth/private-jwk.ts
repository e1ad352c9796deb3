import { z } from 'zod'

/** A private key for ES256 as a JSON Web Key with all its parts, on the curve P-256. */
export const PrivateJwk = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string().min(1),
  y: z.string().min(1),
  d: z.string().min(1),
  kid: z.string().min(1).max(200).exactOptional(),
})

export type PrivateJwk = z.infer<typeof PrivateJwk>
