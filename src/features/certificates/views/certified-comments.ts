/** The conversation on an order, as its sealed events say it: no row of a comment is read. */
import { printedWhole } from '#features/certificates/rules/conversation.ts'
import type { CertifiedCommentWire, CertifiedDocumentWire } from '#features/certificates/wire/certificate.ts'
import { readsComments } from '#features/comments/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { sha256 } from '#server/sha256.ts'

type Row = {
  readonly id: string
  readonly action: 'comment.added' | 'comment.asked' | 'comment.answered'
  readonly answers: string | null
  readonly at: string
  readonly author: string
  readonly text: string
  readonly mentioned: readonly string[]
  readonly files: CertifiedCommentWire['files']
}

const kinds = {
  'comment.added': 'comment',
  'comment.asked': 'question',
  'comment.answered': 'answer',
} as const satisfies { readonly [action in Row['action']]: CertifiedCommentWire['kind'] }

/** Comments of all revisions, the oldest first, with the authors' names of then; none for somebody who may not read them. */
export async function certifiedComments(
  tx: TenantTx,
  actor: Pick<Actor, 'providerId'>,
  { id }: Pick<CertifiedDocumentWire, 'id'>,
): Promise<CertifiedCommentWire[]> {
  if (!readsComments(actor)) return []
  const rows = await tx.all<Row>(sql`
    select e.after ->> 'commentId' as id, e.action, e.after ->> 'answers' as answers, e.at, e.reason as text,
      coalesce(e.actor_name, trim(who.name || ' ' || who.last_name), '') as author,
      array(select trim(n.name || ' ' || n.last_name)
        from jsonb_array_elements_text(e.after -> 'mentioned') with ordinality as u (id, place)
        join account n on n.id = u.id::uuid order by u.place) as mentioned,
      (select coalesce(json_agg(json_build_object('name', f.name, 'sha256', f.sha256) order by u.place), '[]')
        from jsonb_array_elements_text(e.after -> 'fileIds') with ordinality as u (id, place)
        join file f on f.company_id = e.company_id and f.id = u.id::uuid) as files
    from event e
    -- A comment that somebody has written since the events were sealed is left to the next Constancia.
    join event_seal s on s.company_id = e.company_id and s.event_id = e.id
    left join account who on who.id = e.actor_id
    where e.company_id = ${tx.companyId} and e.object_type = 'document' and e.object_id = ${id}
      and e.action = any (${Object.keys(kinds)}) order by e.number`)
  const numbers = new Map(rows.map((row, index) => [row.id, index + 1]))
  const whole = printedWhole(rows)
  return rows.map(({ action, at, author, text, answers, mentioned, files }, index) => ({
    kind: kinds[action],
    at,
    author,
    answers: answers === null ? null : (numbers.get(answers) ?? null),
    ...(whole[index]
      ? { text, textSha256: null, mentioned: [...mentioned], files, filesLeftOut: 0 }
      : { text: null, textSha256: sha256(text), mentioned: [], files: [], filesLeftOut: files.length }),
  }))
}
