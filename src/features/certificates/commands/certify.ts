/** Issue of a Constancia: an order's approval, or its end, on paper, with a code that anybody may check. */
import { randomBytes } from 'node:crypto'
import { certificateFact } from '#features/certificates/facts.ts'
import { canonicalCode, encodeCode } from '#features/certificates/rules/codes.ts'
import { type CertificateRefusal, type MayCertify, mayCertify } from '#features/certificates/rules.ts'
import { saveCertificate } from '#features/certificates/store.ts'
import {
  budgetAtDecision,
  certifiedDocument,
  certifiedExecution,
  certifiedFiles,
  certifiedSeal,
  certifiedSeats,
} from '#features/certificates/views/certificate.ts'
import { certificatePaper } from '#features/certificates/views/certificate-paper.ts'
import { certifiedComments } from '#features/certificates/views/certified-comments.ts'
import { certifiedEnd } from '#features/certificates/views/certified-end.ts'
import type { CertifiedWire } from '#features/certificates/wire/certificate.ts'
import { maskedAccount } from '#features/documents/store/revisions.ts'
import { seesBankData } from '#features/providers/rules.ts'
import { sealOrder } from '#features/seals/commands/seal.ts'
import { readHead } from '#features/seals/store.ts'
import type { Actor } from '#kernel/actor.ts'
import { newId } from '#kernel/ids.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { pdf } from '#server/pdf/paper.ts'
import { sha256 } from '#server/sha256.ts'

/** The address of the installation and the name of the product, which stand on the paper. */
export type Site = { readonly origin: string; readonly product: string }
export type Issued = {
  readonly id: string
  readonly code: string
  readonly name: string
  /** The PDF. */
  readonly file: Buffer
}

/**
 * Issues a Constancia: seals the unsealed events, stores the certified content and the digest of the file, and records the
 * issue. The code stands only on the paper: the database stores its digest. `permission` says what may be certified.
 */
export async function certify(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
  site: Site,
  permission: MayCertify = mayCertify,
): Promise<Issued | Refusal<CertificateRefusal>> {
  const content = await readCertifiedContent(tx, actor, documentId, permission)
  if (isRefusal(content)) return content
  const id = newId(tx.now.getTime())
  const code = encodeCode(randomBytes(16))
  const file = await certificateFile(content, code, site)
  const fileSha256 = sha256(file)
  const contentText = JSON.stringify(content)
  await Promise.all([
    saveCertificate(tx, {
      id,
      documentId,
      fileSha256,
      issuedBy: actor.userId,
      facts: contentText,
      codeSha256: sha256(canonicalCode(code)),
    }),
    record(
      tx,
      actor,
      certificateFact('document.certified', documentId, {
        after: {
          certificateId: id,
          file: fileSha256,
          facts: sha256(contentText),
          code: sha256(canonicalCode(code)),
          seal: Number(content.seal.sequence),
          head: Number(content.head.sequence),
          ...(content.ended && { ended: content.ended.end }),
        },
      }),
    ),
  ])
  return { id, code, name: `Constancia ${documentId}.pdf`, file }
}

/** The PDF of a Constancia. Equal content and code give an equal file, byte by byte, so that it can be made again. */
export function certificateFile(
  content: CertifiedWire,
  code: string,
  { origin, product }: Site,
): Promise<Buffer> {
  return pdf(certificatePaper(content, { code, product, address: `${origin}/verificar/${code}` }))
}

/** Content that a Constancia of the order would certify now, or the reason why this person may not have one. */
async function readCertifiedContent(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
  permission: MayCertify,
): Promise<CertifiedWire | Refusal<CertificateRefusal>> {
  const found = await certifiedDocument(tx, actor, documentId)
  if (!found) return refuse('not_found')
  const order = seesBankData(actor) ? found : { ...found, bankAccount: maskedAccount(found.bankAccount) }
  const may = permission(actor, order)
  if (may !== true) return may
  // The order's events are sealed before they are certified.
  await sealOrder(tx, documentId)
  const [ended, seats, budget, execution, files, comments, seal, head] = await Promise.all([
    certifiedEnd(tx, order),
    certifiedSeats(tx, order),
    // One that was approved and taken back before it was rejected has no approval to speak of.
    order.state === 'rejected' ? null : budgetAtDecision(tx, order),
    certifiedExecution(tx, order),
    certifiedFiles(tx, order),
    certifiedComments(tx, actor, order),
    certifiedSeal(tx, order),
    // Read after the seal, which it is never behind; locked only where the order had to be sealed here.
    readHead(tx),
  ])
  if (!seal || !head) throw new Error(`${documentId} is certified and has no sealed event`)
  return {
    order,
    ended,
    seats,
    budget,
    execution,
    files,
    comments,
    seal,
    head: { sequence: String(head.sequence), hash: head.hash },
    issuedBy: actor.name,
    issuedAt: tx.now.toISOString(),
  }
}
