/** Queries and mutations of archives of Constancias. */
import { queryOptions } from '@tanstack/react-query'
import {
  beginCertificateArchive,
  type CertificateArchiveWire,
  downloadCertificateArchive,
  issueArchiveCertificates,
  listCertificateArchives,
} from '#features/certificates/wire/archives.ts'
import type { DocumentFilter } from '#features/documents/web/queries.ts'
import { newId } from '#kernel/ids.ts'
import { call } from '#ui/api.ts'
import { queryClient } from '#ui/query-client.ts'

export const archivesQuery = queryOptions({
  queryKey: ['certificate-archives'],
  queryFn: ({ signal }) => call(listCertificateArchives, { signal }),
})

export const archivesChanged = () => queryClient.invalidateQueries({ queryKey: ['certificate-archives'] })

/** Filter of an archive: that of the list, whose sort says nothing of one. */
export type ArchiveFilter = Omit<DocumentFilter, 'sort'>

export const beginArchive = ({ filter, key }: { filter: ArchiveFilter; key: string }) =>
  call(beginCertificateArchive, { body: filter, idempotencyKey: key })

type Filling = { archiveId: string; onStep: (archive: CertificateArchiveWire) => void; signal: AbortSignal }

/** Issues the Constancias that an archive lacks, some at a time; null when it was stopped. */
export async function fillArchive({
  archiveId,
  onStep,
  signal,
}: Filling): Promise<CertificateArchiveWire | null> {
  for (;;) {
    if (signal.aborted) return null
    const archive = await call(issueArchiveCertificates, { params: { archiveId }, idempotencyKey: newId() })
    onStep(archive)
    if (archive.left === 0) return archive
  }
}

export const requestArchive = (archiveId: string) =>
  call(downloadCertificateArchive, { params: { archiveId }, idempotencyKey: newId() })
