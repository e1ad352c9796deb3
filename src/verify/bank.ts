// Promises about the bank's lines: each query, or the comparison after it, returns the rows that break its promise.
import { movements, type Sighting } from '#features/bank/rules/line-key.ts'
import { keptLine, type LineRow, lineColumns } from '#features/bank/store/lines.ts'
import type { Db } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { payable } from '#verify/amounts.ts'

export const bankInvariants = {
  'a line of the bank settles what it is of, and a payment is made, and comes back, by one line at most': sql`
    select l.id::text as id from bank_line l where (l.state = 'settled') <> exists (select from bank_line_payment y
      where y.company_id = l.company_id and y.line_id = l.id)
    union all
    select y.document_id from bank_line_payment y where y.attempt is not null
    group by y.company_id, y.document_id, y.payment, y.attempt, y.is_return having count(*) > 1
    union all
    select y.document_id from bank_line_payment y
    join bank_line l on l.company_id = y.company_id and l.id = y.line_id
    where (l.settled_kind in ('returned', 'rejected')) is distinct from y.is_return
      or (l.settled_kind = 'rejected') is distinct from (y.attempt is null)`,
  'a file of the bank counts once, with the lines that no file before it told, each under its own key': sql`
    select b.id::text as id from bank_file b
    join file f on f.company_id = b.company_id and f.id = b.file_id
    where f.sha256 <> b.sha256 or b.fresh <> (select count(*) from bank_line l
      where l.company_id = b.company_id and l.bank_file_id = b.id)
    union all
    select sha256 from bank_file group by company_id, sha256 having count(*) > 1
    union all
    select l.id::text from bank_line l where l.key_sha256 <> encode(sha256(convert_to(l.line_key, 'UTF8')), 'hex')
    union all
    select line_key from bank_line group by company_id, line_key having count(*) > 1`,
  'what a line of the bank settled moved as much as the line says': sql`
    select l.id::text as id from bank_line l
    cross join lateral (select sum(coalesce(p.amount_minor, ${payable}) - coalesce(case when y.attempt is not null
        then (select e.netted_minor from execution e where e.company_id = y.company_id and e.document_id = y.document_id
          and e.payment = y.payment and e.attempt = y.attempt)
        else (select o.netted_minor from payment_batch_order o where o.company_id = y.company_id
          and o.document_id = y.document_id and o.payment = y.payment and o.released_at = l.decided_at) end, 0)) as moved
      from bank_line_payment y
      join document d on d.company_id = y.company_id and d.id = y.document_id
      left join payment p on p.company_id = y.company_id and p.document_id = y.document_id and p.number = y.payment
      where y.company_id = l.company_id and y.line_id = l.id) y
    where l.state = 'settled' and l.status is null and abs(l.amount_minor) <> y.moved`,
}

export const settledOnce = 'no money that several formats of the bank tell is settled twice'

/** A line of a day on which lines of two formats and of one amount were settled. */
type Suspect = LineRow & { company_id: string; entry_minor: bigint }

/**
 * Movements of one account, day and amount of which more were settled than there were: `account day amount`. A format
 * alone tells each of them once, so only what two formats settled is compared.
 */
export async function settledTwice(owner: Pick<Db, 'run'>): Promise<string[]> {
  const suspects = await owner.run<Suspect>(sql`
    select l.company_id, ${lineColumns} from bank_line l
    join (select company_id, iban, booked_on, entry_minor from bank_line where state = 'settled' and status is null
      group by 1, 2, 3, 4 having count(distinct format) > 1) s using (company_id, iban, booked_on, entry_minor)`)
  const groups = Map.groupBy(suspects, each =>
    [each.company_id, each.iban, each.booked_on, each.entry_minor].join(' '),
  )
  return [...groups.values()].flatMap(group => {
    const sightings = group.map(sightingFrom)
    const settled = sightings.filter((_, index) => group[index]?.state === 'settled')
    const entries = new Set(settled.map(({ format, key }) => `${format} ${key.replace(/\/\d+$/, '')}`))
    const [first] = group
    return first && entries.size > movements(sightings).length
      ? [`${first.iban} ${first.booked_on} ${first.entry_minor}`]
      : []
  })
}

function sightingFrom(row: Suspect): Sighting {
  const kept = keptLine(row)
  if (kept.status !== null) throw new Error('a status is no sighting')
  const { line, iban, format } = kept
  return {
    key: row.line_key,
    iban,
    format,
    bookedOn: line.bookedOn,
    entryMinor: row.entry_minor,
    endToEndId: line.part === null ? line.references.endToEndId : null,
    line,
  }
}
