/** Who a certificate is of, by the names that Spanish authorities write into it. */
import type { X509Certificate } from 'node:crypto'
import type { InvoiceSignature } from '#features/invoices/rules/received.ts'

type Person = Pick<InvoiceSignature, 'signer' | 'signerTaxId' | 'certifiedBy' | 'validFrom' | 'validUntil'>

export function personFromCertificate(certificate: X509Certificate | null): Person {
  if (certificate === null)
    return { signer: null, signerTaxId: null, certifiedBy: null, validFrom: null, validUntil: null }
  const subject = namesIn(certificate.subject)
  const issuer = namesIn(certificate.issuer)
  return {
    signer: subject.get('CN') ?? subject.get('O') ?? null,
    signerTaxId: taxIdIn(subject),
    certifiedBy: issuer.get('O') ?? issuer.get('CN') ?? null,
    validFrom: instantFrom(certificate.validFrom),
    validUntil: instantFrom(certificate.validTo),
  }
}

/** Names of a distinguished name, one a line: `CN=…`. */
const namesIn = (distinguished: string): ReadonlyMap<string, string> =>
  new Map(
    distinguished.split('\n').map(line => {
      const at = line.indexOf('=')
      return [line.slice(0, at), line.slice(at + 1).slice(0, 200)] as const
    }),
  )

/** `VATES-B12345674` of an organisation, else `IDCES-12345678Z` or a bare number of a person. */
function taxIdIn(subject: ReadonlyMap<string, string>): string | null {
  const written =
    subject.get('organizationIdentifier') ?? subject.get('2.5.4.97') ?? subject.get('serialNumber')
  return written?.replace(/^(VAT|IDC|PNO|TIN)[A-Z]{2}-/, '') ?? null
}

function instantFrom(text: string): string | null {
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}
