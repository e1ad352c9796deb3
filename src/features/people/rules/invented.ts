/** People of a sample: invented, with addresses under `.invalid`, which reach nobody (RFC 2606). */
const domain = 'ejemplo.invalid'

/** Address of an invented person; the end of the sample's id keeps it apart from those of other samples. */
export const inventedAddress = (name: string, companyId: string): string =>
  `${name}.${companyId.replaceAll('-', '').slice(-12)}@${domain}`

export const isInvented = (email: string): boolean => email.endsWith(`@${domain}`)
