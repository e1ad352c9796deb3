/** Issue of a Constancia whose PDF is kept, for an archive or a close. */
import { certify, type Site } from '#features/certificates/commands/certify.ts'
import type { CertificateRefusal, MayCertify } from '#features/certificates/rules.ts'
import { insertFile } from '#features/files/store.ts'
import type { Actor } from '#kernel/actor.ts'
import { newId } from '#kernel/ids.ts'
import { isRefusal, type Refusal } from '#kernel/refusal.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { type FileStore, streamFrom } from '#server/files/file-store.ts'

export type CertificatePress = { readonly files: Pick<FileStore, 'receive'>; readonly site: Site }
type Kept = { readonly certificateId: string; readonly fileId: string }

/** Issues the Constancia of an order, as `certify` does, and keeps its PDF as a file of the company. */
export async function certifyIntoFile(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
  { files, site }: CertificatePress,
  permission?: MayCertify,
): Promise<Kept | Refusal<CertificateRefusal>> {
  const issued = await certify(tx, actor, documentId, site, permission)
  if (isRefusal(issued)) return issued
  const fileId = newId(tx.now.getTime())
  // Written before its row: one whose row is never kept is swept.
  const blob = await files.receive(tx.companyId, fileId, streamFrom(issued.file))
  await insertFile(tx, { ...blob, id: fileId, name: issued.name, uploadedBy: actor.userId })
  return { certificateId: issued.id, fileId }
}
