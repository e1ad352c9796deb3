/** Links for the mails of people who are asked to decide, each to the seat that they decide. */
import { randomBytes } from 'node:crypto'
import { linkText } from '#features/approvals/rules/decision-link.ts'
import { type Asked, findAskedSeats, insertLinks } from '#features/approvals/store/decision-links.ts'
import { tokenDigest } from '#server/auth/api-token-text.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Text of the link that a person was made for an order; undefined for whoever has no open seat in it. */
export type LinkFor = (asked: Asked) => string | undefined

const pair = ({ documentId, userId }: Asked): string => `${documentId} ${userId}`

/** Makes a link for each person in each order, to the seat that they decide there. */
export async function makeLinks(tx: TenantTx, asked: readonly Asked[]): Promise<LinkFor> {
  const seats = asked.length === 0 ? [] : await findAskedSeats(tx, asked)
  const links = seats.map(seat => {
    const text = linkText(tx.companyId, randomBytes(32).toString('base64url'))
    return { ...seat, text, digest: tokenDigest(text) }
  })
  if (links.length > 0) await insertLinks(tx, links)
  const texts = new Map(links.map(link => [pair(link), link.text]))
  return one => texts.get(pair(one))
}
