/** Wire of archives of Constancias: begun, filled some at a time, listed and downloaded. */
import { z } from 'zod'
import { exportDocuments } from '#features/documents/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { AbilityWire, InstantWire, UuidWire } from '#kernel/wire.ts'

const ArchiveParams = z.object({ archiveId: UuidWire })

export const CertificateArchiveWire = z.object({
  id: UuidWire,
  byName: z.string(),
  begunAt: InstantWire,
  /** Null until every order has its Constancia. */
  madeAt: InstantWire.nullable(),
  /** SHA-256 of the manifest, in hexadecimal digits; null until it is made. */
  digest: z.string().nullable(),
  /** Constancias that it has. */
  issued: z.int(),
  /** Orders that still need theirs. */
  left: z.int(),
  /** Orders that could not be certified any more when their turn came. */
  leftOut: z.int(),
  can: z.object({ fill: AbilityWire }),
})
export type CertificateArchiveWire = z.infer<typeof CertificateArchiveWire>

export const listCertificateArchives = endpoint({
  id: 'listCertificateArchives',
  method: 'GET',
  path: '/api/certificate-archives',
  summary:
    'The last twenty archives of Constancias: the person’s own, or those of the company for whoever reads all of it.',
  response: z.object({ items: z.array(CertificateArchiveWire) }),
})

export const beginCertificateArchive = endpoint({
  id: 'beginCertificateArchive',
  forReaders: true,
  method: 'POST',
  path: '/api/certificate-archives',
  summary:
    'Begins an archive of the Constancias of the orders that the filters find and that were approved, rejected or cancelled; none is issued yet. A person begins twenty in 24 hours, a company sixty.',
  body: exportDocuments.body.omit({ format: true, sort: true }),
  response: z.object({ id: UuidWire, orders: z.int() }),
  refusals: [
    'not_for_provider',
    'nothing_to_certify',
    'too_many_orders',
    'archives_of_person',
    'archives_of_company',
  ],
  idempotent: true,
})

export const issueArchiveCertificates = endpoint({
  id: 'issueArchiveCertificates',
  forReaders: true,
  method: 'POST',
  path: '/api/certificate-archives/:archiveId/certificates',
  summary:
    'Issues some of the Constancias that the archive lacks, and answers how many are left: called until none is, which makes the archive, unless each was left out.',
  params: ArchiveParams,
  response: CertificateArchiveWire,
  refusals: ['not_found', 'not_yours'],
  idempotent: true,
})

/** Payload of the link of an archive. */
export const ArchiveLinkWire = z.object({ archiveId: UuidWire, name: z.string() })

export const downloadCertificateArchive = endpoint({
  id: 'downloadCertificateArchive',
  forReaders: true,
  method: 'POST',
  path: '/api/certificate-archives/:archiveId/download',
  summary: 'An address that serves the archive as a ZIP, to this session and for a few minutes.',
  params: ArchiveParams,
  response: z.object({ url: z.string(), expiresInSeconds: z.int() }),
  refusals: ['not_found', 'not_complete'],
  idempotent: true,
})
