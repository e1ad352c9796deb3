/** Content of a line's excerpt, before it is printed. */
import { keptLine, type LineRow, lineColumns } from '#features/bank/store/lines.ts'
import type { Excerpt } from '#features/bank/text/excerpt.ts'
import type { Actor } from '#kernel/actor.ts'
import { minorToText } from '#kernel/money.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Excerpt of a line, without whether the line is of several payments. */
type OfLine = Omit<Excerpt, 'isJoint'>

type Row = LineRow & { file_name: string; file_sha256: string; company_name: string }

/** Excerpts of those lines that are movements and wait, by the line's id. */
export async function excerptsFor(
  tx: TenantTx,
  actor: Actor,
  lineIds: readonly string[],
): Promise<{ readonly [lineId: string]: OfLine }> {
  const found = await tx.all<Row>(sql`
    select ${lineColumns}, f.name as file_name, b.sha256 as file_sha256, co.name as company_name
    from bank_line l
    join bank_file b on b.company_id = l.company_id and b.id = l.bank_file_id
    join file f on f.company_id = b.company_id and f.id = b.file_id
    join company co on co.company_id = l.company_id
    where l.company_id = ${tx.companyId} and l.id = any (${[...lineIds]}::uuid[]) and l.status is null
      and l.state = 'open'`)
  return Object.fromEntries(found.map(row => [row.id, excerptFrom(tx, actor, row)]))
}

function excerptFrom(tx: TenantTx, actor: Actor, row: Row): OfLine {
  const kept = keptLine(row)
  if (kept.status !== null) throw new Error('a status has no excerpt')
  const { line, iban, currency } = kept
  return {
    companyName: row.company_name,
    isSample: actor.isSample ?? false,
    at: tx.now.toISOString(),
    file: { name: row.file_name, sha256: row.file_sha256 },
    place: row.place,
    part: line.part === null ? null : { number: line.part.number, count: line.part.count },
    account: iban,
    bookedOn: line.bookedOn,
    valueOn: line.valueOn,
    amountMinor: minorToText(line.amountMinor),
    currency,
    counterparty: line.counterparty,
    text: line.text,
    endToEndId: line.references.endToEndId,
    bankReference: line.references.bankReference,
  }
}
