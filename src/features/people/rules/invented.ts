/** People of a sample: invented, with addresses under `.invalid`, which reach nobody (RFC 2606). */
const domain = 'ejemplo.invalid'

/** An address of one sample, in whose id it differs from those of others. */
export const inventedAddress = (name: string, companyId: string): string =>
  `${name}.${companyId.replaceAll('-', '').slice(-12)}@${domain}`

export const isInvented = (email: string): boolean => email.endsWith(`@${domain}`)
