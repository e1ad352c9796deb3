// Comparison of rows with the sealed journal: a row that contradicts its event was changed outside the product. Each
// query returns the rows that break its promise.
import { columnsBesideContent } from '#features/documents/store/content.ts'
import { commaSeparated, part, sql } from '#server/database/sql.ts'
import { charge, ownTolerance, paidCharge, payable, sign } from '#verify/amounts.ts'

/** Condition: `event e` recorded the write of the row `d` of an order. */
const recordingEvent = (action: string) => part`e.company_id = d.company_id and e.object_type = 'document'
  and e.object_id = d.document_id and e.action = ${action}`

/** Condition: `event e` is the submission of the revision `r`. */
const submission = part`e.company_id = r.company_id and e.object_type = 'document' and e.object_id = r.document_id
  and e.action in ('document.submitted', 'document.resubmitted') and (e.after ->> 'revision')::int = r.revision`

/** Condition: the event's facts equal the revision's content, in the fields that submissions record since the first version. */
const told = part`(e.after ->> 'name', e.after ->> 'type', e.after ->> 'projectId', e.after ->> 'contractId',
    e.after ->> 'providerId', e.after #>> '{amount,minor}', e.after #>> '{amount,currency}')
  is not distinct from (r.content ->> 'name', r.content ->> 'type', r.content ->> 'projectId',
    r.content ->> 'contractId', r.content ->> 'providerId', r.content ->> 'amountMinor', r.content ->> 'currency')`

/** The facts of the last event, by number, with one of these actions on the object of the row `t`. */
export const lastSaid = (actions: readonly string[], objectType: string, object: ReturnType<typeof part>) =>
  part`select e.after, e.actor_id, e.at from event e where e.company_id = t.company_id and e.object_type = ${objectType}
    and e.object_id = ${object} and e.action = any (${actions}::text[]) order by e.number desc limit 1`

export const sealedInvariants = {
  'an order says what its revision says': sql`
    select d.id from document d join document_revision r
      on r.company_id = d.company_id and r.document_id = d.id and r.revision = d.revision
    where (${commaSeparated(columnsBesideContent.map(([column]) => column))}, d.provider_id, ${charge}::text, ${payable}::text,
        coalesce((select jsonb_agg(y.due_on || ' ' || y.amount_minor order by y.number) from payment y
          where y.company_id = d.company_id and y.document_id = d.id), '[]'))
      is distinct from (${commaSeparated(columnsBesideContent.map(([, kept]) => kept))},
        coalesce((select m.merged_into from provider m where m.company_id = d.company_id
          and m.id = r.content ->> 'providerId'), r.content ->> 'providerId'),
        coalesce(r.content ->> 'chargeMinor', r.content ->> 'amountMinor'),
        coalesce(r.content ->> 'payableMinor', r.content ->> 'amountMinor'), coalesce(r.content -> 'payments', '[]'))`,
  'a revision says what was sealed when it was submitted, by whom and when': sql`
    select r.document_id || ' ' || r.revision as id from document_revision r
    where not exists (select from event e where ${submission} and e.actor_id = r.made_by and e.at = r.made_at
      and ${told})`,
  'whoever an order belongs to sent it, or is its author beside who did, as was sealed': sql`
    select d.id from document d join document_revision r
      on r.company_id = d.company_id and r.document_id = d.id and r.revision = 1
    where d.created_by <> r.made_by and not (d.created_by is not distinct from r.made_for
      and exists (select from event e where ${submission} and e.after ->> 'requesterId' = d.created_by::text))`,
  'a decision is the one that was sealed: whose, when, which and why': sql`
    select a.document_id || ' ' || a.id as id from approval a where a.decided_at is not null and not exists (
      select from event e where e.company_id = a.company_id and e.object_type = 'document'
        and e.object_id = a.document_id and e.action = 'approval.decided'
        and (e.after ->> 'revision')::int = a.revision and e.at = a.decided_at
        and e.actor_id = coalesce(a.decided_by, a.approver_id)
        and e.on_behalf_of is not distinct from (case when a.decided_by is not null then a.approver_id end)
        and e.reason is not distinct from a.comment
        and e.after ->> 'decision' = case a.status when 'approved' then 'approve' when 'rejected' then 'reject'
          else 'return' end
        and coalesce(e.after ->> 'seatId', a.id::text) = a.id::text)`,
  'what was decided and executed is what was submitted': sql`
    select e.object_id || ' ' || e.id as id from event e
    join event s on s.company_id = e.company_id and s.object_type = 'document' and s.object_id = e.object_id
      and s.action in ('document.submitted', 'document.resubmitted') and s.after ? 'content' and s.number < e.number
    where e.object_type = 'document' and e.action in ('approval.decided', 'execution.confirmed')
      and e.after ->> 'content' is not null and e.after ->> 'content' <> s.after ->> 'content'
      and not exists (select from event l where l.company_id = s.company_id and l.object_type = 'document'
        and l.object_id = s.object_id and l.action = 'document.resubmitted' and l.number > s.number
        and l.number < e.number)`,
  // An approver who is added before a turn moves its stages on: the last line of a stage holds.
  'the stages of an order are those that were sealed': sql`
    select s.document_id || ' ' || s.stage as id from approval_stage s
    where exists (select from event e where e.company_id = s.company_id and e.object_type = 'document'
        and e.object_id = s.document_id and e.after ? 'stages' and (e.after ->> 'revision')::int = s.revision)
      and concat_ws(' ', s.stage, s.turn, s.mode, s.needed, s.origin) is distinct from (
        select l.line from event e cross join lateral jsonb_array_elements_text(e.after -> 'stages') l(line)
        where e.company_id = s.company_id and e.object_type = 'document' and e.object_id = s.document_id
          and e.after ? 'stages' and (e.after ->> 'revision')::int = s.revision
          and l.line like s.stage || ' %' order by e.number desc limit 1)`,
  'an execution is the one that was sealed: whose, when, with what reference and proof': sql`
    select d.document_id as id from execution d
    left join file f on f.company_id = d.company_id and f.id = d.proof_file_id
    where not exists (select from event e where ${recordingEvent('execution.confirmed')} and e.actor_id = d.executed_by
      and e.on_behalf_of is not distinct from d.executed_for
      and e.at = d.confirmed_at and e.after ->> 'executedOn' = d.executed_on::text
      and e.after ->> 'reference' = d.reference and e.reason is not distinct from d.comment
      and e.after ->> 'proofFileId' is not distinct from d.proof_file_id::text
      and (not e.after ? 'proof' or e.after ->> 'proof' is not distinct from f.sha256))`,
  'a payment that came back is the one that was sealed: which, when, by whom and why': sql`
    select d.document_id || ' ' || d.payment as id from execution d where d.returned_at is not null
      and not exists (select from event e where (${recordingEvent('execution.payment_returned')}
          or ${recordingEvent('execution.credit_reopened')}) and e.actor_id = d.returned_by and e.at = d.returned_at and e.reason = d.return_reason
        and (e.after ->> 'payment')::int = d.payment and (e.after ->> 'attempt')::int = d.attempt
        and e.after ->> 'returnedOn' = d.returned_on::text)
    union all
    select e.object_id || ' ' || e.id from event e
    where e.action in ('execution.payment_returned', 'execution.credit_reopened')
      and not exists (select from execution d where d.company_id = e.company_id and d.document_id = e.object_id
        and d.returned_at = e.at)`,
  'what is said of an execution is what was sealed': sql`
    select d.document_id || ' ' || d.number as id from receipt d where not exists (select from event e
      where e.company_id = d.company_id and e.object_type = 'document' and e.object_id = d.document_id
        and e.action = case d.answer when 'received' then 'execution.received' when 'disputed'
          then 'execution.disputed' else 'execution.dispute_resolved' end
        and e.actor_id = d.given_by and e.at = d.given_at and e.reason is not distinct from d.comment
        and e.after ->> 'cause' is not distinct from d.cause)`,
  'a file that a provider sent is the one that was sealed': sql`
    select d.document_id || ' ' || d.file_id as id from delivery d
    join file f on f.company_id = d.company_id and f.id = d.file_id
    where not exists (select from event e where ${recordingEvent('document.delivered')} and e.actor_id = d.delivered_by
      and e.at = d.delivered_at and e.after -> 'fileIds' ? d.file_id::text
      and (not e.after ? 'files' or e.after -> 'files' ? f.sha256))`,
  'a file for the bank is the one that was sealed': sql`
    select b.id from payment_batch b
    where encode(sha256(convert_to(b.content, 'UTF8')), 'hex') <> b.sha256
      or not exists (select from event e where e.company_id = b.company_id and e.object_type = 'payment_batch'
        and e.object_id = b.id and e.action = 'batch.created' and e.actor_id = b.made_by and e.at = b.made_at
        and e.on_behalf_of is not distinct from b.made_for
        and e.after ->> 'sha256' = b.sha256 and e.after ->> 'payOn' = b.pay_on::text
        and e.after ->> 'amountMinor' = b.amount_minor::text
        and coalesce(e.after -> 'creditNotes', '[]') = (select coalesce(jsonb_agg(c.credit_note_id || ' ' || c.document_id
            || ' ' || c.amount_minor order by o.position, c.credit_note_id), '[]') from netted_credit_note c
          join payment_batch_order o on o.company_id = c.company_id and o.batch_id = c.batch_id
            and o.document_id = c.document_id where c.company_id = b.company_id and c.batch_id = b.id))
      or (b.downloaded_at is not null) <> exists (select from event e where e.company_id = b.company_id
        and e.object_type = 'payment_batch' and e.object_id = b.id and e.action = 'batch.downloaded')
      or (b.cancelled_at is not null) <> exists (select from event e where e.company_id = b.company_id
        and e.object_type = 'payment_batch' and e.object_id = b.id and e.action = 'batch.cancelled')`,
  'a release is the one that was sealed: by whom, when, of which file, and what was seen': sql`
    select b.id from payment_batch b join event c on c.company_id = b.company_id and c.object_type = 'payment_batch'
      and c.object_id = b.id and c.action = 'batch.created'
    where b.needs_release <> coalesce((c.after ->> 'needsRelease')::boolean, false)
      or (b.released_at is not null) <> exists (select from event e where e.company_id = b.company_id
        and e.object_type = 'payment_batch' and e.object_id = b.id and e.action = 'batch.released')
      or b.released_at is not null and not exists (select from event e where e.company_id = b.company_id
        and e.object_type = 'payment_batch' and e.object_id = b.id and e.action = 'batch.released'
        and e.actor_id = b.released_by and e.on_behalf_of is not distinct from b.released_for
        and e.at = b.released_at and e.after ->> 'sha256' = b.sha256
        and e.after ->> 'madeBy' = b.made_by::text
        and (e.after -> 'orders', e.after -> 'amountMinor', e.after -> 'creditNotes', e.after -> 'nettedMinor')
          is not distinct from (b.release_review -> 'orders', b.release_review -> 'amountMinor',
            b.release_review -> 'creditNotes', b.release_review -> 'nettedMinor')
        and e.after -> 'changedAccounts' = (select coalesce(jsonb_agg(x.it ->> 'providerId' || ' ' || (x.it ->> 'changedOn')
          order by x.place), '[]')
          from jsonb_array_elements(b.release_review -> 'changedAccounts') with ordinality x (it, place))
        and e.after -> 'firstPayments' = (select coalesce(jsonb_agg(x.it ->> 'providerId' order by x.place), '[]')
          from jsonb_array_elements(b.release_review -> 'firstPayments') with ordinality x (it, place))
        and coalesce(e.after -> 'sharedAccounts', '[]') = (select coalesce(jsonb_agg(x.it ->> 'providerId' order by x.place), '[]')
          from jsonb_array_elements(coalesce(b.release_review -> 'sharedAccounts', '[]')) with ordinality x (it, place)))`,
  'a batch pays where and what the order’s revision says': sql`
    select o.batch_id || ' ' || o.document_id as id from payment_batch_order o
    join document d on d.company_id = o.company_id and d.id = o.document_id
    join document_revision r on r.company_id = d.company_id and r.document_id = d.id and r.revision = d.revision
    left join payment y on y.company_id = d.company_id and y.document_id = d.id and y.number = o.payment
    where ((o.amount_minor + coalesce(o.netted_minor, 0))::text, o.creditor_iban)
      is distinct from (coalesce(y.amount_minor::text, r.content ->> 'payableMinor', r.content ->> 'amountMinor'), r.content ->> 'bankAccount')`,
  // From the release on that seals the content of a submission.
  'an order pays where its provider’s confirmed changes said before it was sent': sql`
    select r.document_id || ' ' || r.revision as id from document_revision r
    join event e on ${submission} and e.after ? 'content'
    where r.content ->> 'bankAccount' is not null and not exists (select from event p
      where p.company_id = r.company_id and p.object_type = 'provider' and p.object_id = r.content ->> 'providerId'
        and p.action in ('provider.created', 'provider.bank_changed') and p.number < e.number
        and p.after ->> 'iban' = r.content ->> 'bankAccount')`,
  'a provider is paid where its confirmed changes say': sql`
    select t.id from provider t
    cross join lateral (${lastSaid(['provider.created', 'provider.bank_changed'], 'provider', part`t.id`)}) e
    where (t.iban, t.bic) is distinct from (e.after ->> 'iban', e.after ->> 'bic')`,
  'a provider is merged as was sealed': sql`
    select t.id from provider t where t.merged_into is distinct from (select e.after ->> 'into' from event e
      where e.company_id = t.company_id and e.object_type = 'provider' and e.action = 'provider.merged'
        and e.after -> 'mergedIds' ? t.id order by e.number desc limit 1)`,
  'nothing current is of a provider that was merged': sql`
    select t.id || ' ' || x.what as id from provider t join lateral (
      select 'order ' || d.id as what from document d where d.company_id = t.company_id and d.provider_id = t.id
      union all select 'contract ' || c.id from contract c where c.company_id = t.company_id and c.provider_id = t.id
      union all select 'person ' || m.user_id from member m where m.company_id = t.company_id and m.provider_id = t.id
      union all select 'client ' || p.client_id from client_provider p
        where p.company_id = t.company_id and p.provider_id = t.id
      union all select 'invoice ' || i.id from received_invoice i
        where i.company_id = t.company_id and t.id in (i.provider_id, i.sender_provider_id)
      union all select 'mail ' || g.id from mailbox_message g
        where g.company_id = t.company_id and g.provider_id = t.id
      union all select 'sender ' || s.address from mailbox_sender s
        where s.company_id = t.company_id and s.provider_id = t.id
      union all select 'bank change ' || b.id from bank_change b
        where b.company_id = t.company_id and b.provider_id = t.id and b.outcome = 'pending'
      union all select 'provider ' || o.id from provider o
        where o.company_id = t.company_id and o.merged_into = t.id) x on true
    where t.merged_into is not null`,
  'a company pays from where its settings were last said to be': sql`
    select t.company_id::text as id from company t
    cross join lateral (${lastSaid(['company.settings_changed'], 'company', part`t.company_id::text`)}) e
    where e.after ? 'iban' and (t.iban, t.bic) is distinct from (e.after ->> 'iban', e.after ->> 'bic')`,
  'a company asks a second person of batches from where its settings were last said to be': sql`
    select t.company_id::text as id from company t
    cross join lateral (${lastSaid(['company.batch_release_changed'], 'company', part`t.company_id::text`)}) e
    where t.batch_release_from_minor::text is distinct from e.after ->> 'batchReleaseFromMinor'
    union all
    select t.company_id::text from company t where t.batch_release_from_minor > 0 and not exists (select from event e
      where e.company_id = t.company_id and e.action = 'company.batch_release_changed')`,
  'a company keeps changed accounts out of batches for as long as its settings were last said to': sql`
    select t.company_id::text as id from company t
    cross join lateral (${lastSaid(['company.settings_changed'], 'company', part`t.company_id::text`)}) e
    where e.after ? 'bankCoolOffDays' and t.bank_cool_off_days::text is distinct from e.after ->> 'bankCoolOffDays'`,
  'a company settles lines of the bank without asking only where its settings were last said to': sql`
    select t.company_id::text as id from company t
    cross join lateral (${lastSaid(['company.settings_changed'], 'company', part`t.company_id::text`)}) e
    where e.after ? 'settlesExactLines' and t.settles_exact_lines::text is distinct from e.after ->> 'settlesExactLines'`,
  'a company lets decisions be forced only where its settings were last said to, by whom and when': sql`
    select t.company_id::text as id from company t
    left join lateral (${lastSaid(['company.forced_decisions_changed'], 'company', part`t.company_id::text`)}) e on true
    where (t.forced_decisions::text, t.forced_decisions_by, t.forced_decisions_at)
      is distinct from (coalesce(e.after ->> 'forcedDecisions', 'false'), e.actor_id, e.at)`,
  'a company tolerates overruns as far as its settings were last said to': sql`
    select t.company_id::text as id from company t
    cross join lateral (${lastSaid(['company.settings_changed'], 'company', part`t.company_id::text`)}) e
    where e.after ? 'tolerance' and jsonb_build_object('rate', t.tolerance_rate, 'amountMinor', t.tolerance_minor::text,
      'currency', t.tolerance_currency) is distinct from e.after -> 'tolerance'`,
  'a contract tolerates overruns as far as its terms were last said to': sql`
    select t.id from contract t join contract c on c.company_id = t.company_id and c.id = t.id
    cross join lateral (${lastSaid(['contract.created', 'contract.changed'], 'contract', part`t.id`)}) e
    where e.after ? 'tolerance' and ${ownTolerance} is distinct from e.after -> 'tolerance'`,
  'a contract’s total is what was agreed and amended': sql`
    select t.id from contract t
    cross join lateral (${lastSaid(['contract.created', 'contract.amended'], 'contract', part`t.id`)}) e
    where t.total_minor::text is distinct from e.after #>> '{total,minor}'`,
  'a substitution is the one that was sealed': sql`
    select g.id::text from delegation g where not exists (select from event e where e.company_id = g.company_id
      and e.object_type = 'delegation' and e.object_id = g.id::text and e.action = 'delegation.made'
      and (e.after ->> 'from', e.after ->> 'to', e.after ->> 'startsOn', e.after ->> 'endsOn',
          coalesce(e.after ->> 'covers', 'approve'), e.after ->> 'max')
        is not distinct from (g.from_user::text, g.to_user::text, g.starts_on::text, g.ends_on::text, g.covers,
          g.max_minor || ' ' || g.currency))`,
  'a line of the ledger was written with an event of its order': sql`
    select b.document_id || ' ' || b.id as id from budget_entry b where b.cause <> 'opening' and not exists (select from event e
      where e.company_id = b.company_id and e.object_type = 'document' and e.object_id = b.document_id
        and e.at = b.at)`,
  'a line of a cost centre’s ledger was written with the line of the contract': sql`
    select e.document_id || ' ' || e.id as id from cost_centre_entry e where not exists (select from budget_entry b
      where b.company_id = e.company_id and b.document_id = e.document_id and b.at = e.at and b.cause = e.cause
        and (b.requested_minor, b.committed_minor, b.used_minor) = (e.requested_minor, e.committed_minor, e.used_minor))`,
  'the ledger of each order says where it stands, in its cost centre and the year of its submission': sql`
    select coalesce(e.document_id, d.id) as id from (select company_id, document_id, cost_centre_id, year,
        sum(requested_minor) as r, sum(committed_minor) as m, sum(used_minor) as u from cost_centre_entry
        group by 1, 2, 3, 4) e
    full join (select company_id, id, cost_centre_id, cost_centre_year, ${charge} as charge, ${paidCharge} as paid,
        ${sign} as sign, credited_id, state from document d where cost_centre_id is not null) d
      on d.company_id = e.company_id and d.id = e.document_id and d.cost_centre_id = e.cost_centre_id
      and d.cost_centre_year = e.year
    where (coalesce(e.r, 0), coalesce(e.m, 0), coalesce(e.u, 0)) <> (
      case when d.credited_id is null and d.state in ('in_approval', 'blocked') then d.charge else 0 end,
      case when d.credited_id is null and d.state in ('approved', 'execution_rejected') then d.charge - d.paid else 0 end,
      coalesce(d.sign * d.paid, 0))`,
  'a cost centre is what was last said of it': sql`
    select t.id::text from cost_centre t
    cross join lateral (${lastSaid(['cost_centre.created', 'cost_centre.changed'], 'cost_centre', part`t.id::text`)}) e
    where (t.code, t.name, t.currency, t.overrun_policy) is distinct from (e.after ->> 'code', e.after ->> 'name',
      e.after ->> 'currency', e.after ->> 'overrunPolicy')
    union all
    select t.id::text from cost_centre t where t.status <> coalesce((select e.after ->> 'status' from event e
      where e.company_id = t.company_id and e.object_type = 'cost_centre' and e.object_id = t.id::text
        and e.action in ('cost_centre.activated', 'cost_centre.deactivated') order by e.number desc limit 1), 'active')`,
  'a year’s budget is what was last set': sql`
    select coalesce(b.cost_centre_id::text, s.object_id) as id from cost_centre_budget b
    full join (select distinct on (e.company_id, e.object_id, e.after ->> 'year') e.company_id, e.object_id,
        (e.after ->> 'year')::int as year, e.after #>> '{total,minor}' as minor from event e
      where e.object_type = 'cost_centre' and e.action = 'cost_centre.budget_set'
      order by e.company_id, e.object_id, e.after ->> 'year', e.number desc) s
      on s.company_id = b.company_id and s.object_id = b.cost_centre_id::text and s.year = b.year
    where b.total_minor::text is distinct from s.minor`,
  'the ledger of each order says where it stands, in its contract': sql`
    select coalesce(b.document_id, d.id) as id from (select company_id, document_id, contract_id,
        sum(requested_minor) as r, sum(committed_minor) as m, sum(used_minor) as u from budget_entry group by 1, 2, 3) b
    join document d on d.company_id = b.company_id and d.id = b.document_id
    where (b.r, b.m, b.u) <> (
      case when d.contract_id = b.contract_id and d.credited_id is null and d.state in ('in_approval', 'blocked')
        then ${charge} else 0 end,
      case when d.contract_id = b.contract_id and d.credited_id is null and d.state in ('approved', 'execution_rejected')
        then ${charge} - ${paidCharge} else 0 end,
      case when d.contract_id = b.contract_id then ${sign} * ${paidCharge} else 0 end)`,
  'a Constancia is the one that was sealed': sql`
    select c.id::text from certificate c where not exists (select from event e where e.company_id = c.company_id
      and e.object_type = 'document' and e.object_id = c.document_id and e.action = 'document.certified'
      and e.actor_id = c.issued_by and e.at = c.issued_at and e.after ->> 'file' = c.file_sha256
      and (not e.after ? 'facts'
        or e.after ->> 'facts' = encode(sha256(convert_to(c.facts, 'UTF8')), 'hex')))
    union all
    select e.object_id || ' ' || e.id from event e where e.action = 'document.certified' and e.after ? 'certificateId'
      and not exists (select from certificate c join certificate_code k on k.code_sha256 = e.after ->> 'code'
        where c.company_id = e.company_id and c.id::text = e.after ->> 'certificateId'
          and k.file_sha256 = c.file_sha256)
    union all
    (select k.file_sha256 from certificate_code k except select c.file_sha256 from certificate c)`,
}
