/**
 * Constancias of the orders of a month, issued some at a time before it is closed, each in a transaction of its own: a
 * month of many orders holds nobody up, and one that breaks off goes on where it stood.
 */

import { type CertificatePress, certifyIntoFile } from '#features/certificates/commands/certify-into-file.ts'
import { mayCertifyApproval } from '#features/certificates/rules.ts'
import { isOver } from '#features/closings/rules/months.ts'
import { type ClosingRefusal, mayKeepBooks } from '#features/closings/rules.ts'
import { insertPaper } from '#features/closings/store.ts'
import { monthSubject } from '#features/closings/views/month.ts'
import { type MissingPapers, missingPapers } from '#features/closings/views/papers.ts'
import { type issueClosingPapers, maxPapers } from '#features/closings/wire/closings.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf, ResponseOf } from '#kernel/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import type { Each } from '#server/http/route.ts'

/**
 * After so long a call begins no other paper. All orders of the month are looked at in each call, so that calls of ten
 * papers cost a month of 5,000 orders a tenth more.
 */
const longestMs = 2000

export async function issuePapers(
  each: Each,
  press: CertificatePress,
  body: BodyOf<typeof issueClosingPapers>,
): Promise<ResponseOf<typeof issueClosingPapers> | Refusal> {
  const missing = await each((tx, actor) => findMissing(tx, actor, body))
  if (isRefusal(missing)) return missing
  const began = performance.now()
  let [issued, tried] = [0, 0]
  for (const documentId of missing.ids) {
    if (tried > 0 && performance.now() - began > longestMs) break
    tried += 1
    const made = await each((tx, actor) => issueOne(tx, actor, press, documentId))
    // One that was cancelled meanwhile needs none any more.
    if (!isRefusal(made)) issued += 1
  }
  return { issued, left: missing.left - tried }
}

async function findMissing(
  tx: TenantTx,
  actor: Actor,
  body: BodyOf<typeof issueClosingPapers>,
): Promise<MissingPapers | Refusal<ClosingRefusal>> {
  const subject = await monthSubject(tx, actor, body)
  if (subject === null) return refuse('not_found')
  const may = mayKeepBooks(subject.person)
  if (may !== true) return may
  const { asked } = subject
  return isOver(asked, asked.today) ? missingPapers(tx, asked, maxPapers) : refuse('month_not_over')
}

async function issueOne(
  tx: TenantTx,
  actor: Actor,
  press: CertificatePress,
  documentId: string,
): Promise<{ issued: true } | Refusal> {
  const paper = await certifyIntoFile(tx, actor, documentId, press, mayCertifyApproval)
  if (isRefusal(paper)) return paper
  await insertPaper(tx, { ...paper, documentId })
  return { issued: true }
}
