// Promises about contracts, their ledger and the stored sums: each query returns the rows that break its promise.
import { sql } from '#server/database/sql.ts'
import { allowedMinor, charge, paidCharge, sign } from '#verify/amounts.ts'

/** Orders whose approval exceeds, by what its fact says under this name, more than the fact says was allowed. */
const beyondAllowed = (name: 'tolerated' | 'toleratedOfCentre') => sql`
  select e.object_id as id from event e
  cross join lateral (select e.after -> ${name}::text as said) t
  cross join lateral (select (t.said #>> '{over,minor}')::numeric as over, (t.said #>> '{allowed,minor}')::numeric as allowed) m
  where e.object_type = 'document' and e.action = 'approval.decided' and e.after ? ${name}::text
    and ((m.over > 0 and m.over <= m.allowed) is not true
      or t.said #>> '{over,currency}' is distinct from t.said #>> '{allowed,currency}')`

export const budgetInvariants = {
  'a contract’s ledger equals its orders': sql`
    select c.id from contract c
    cross join lateral (select coalesce(sum(requested_minor), 0) as r, coalesce(sum(committed_minor), 0) as m,
        coalesce(sum(used_minor), 0) as u from budget_entry b
      where b.company_id = c.company_id and b.contract_id = c.id) e
    cross join lateral (select
        coalesce(sum(${charge}) filter (where state in ('in_approval', 'blocked') and credited_id is null), 0) as r,
        coalesce(sum(${charge} - ${paidCharge}) filter (where state in ('approved', 'execution_rejected')
          and credited_id is null), 0) as m,
        coalesce(sum(${sign} * ${paidCharge}), 0) as u
      from document d where d.company_id = c.company_id and d.contract_id = c.id) o
    where (e.r, e.m, e.u) <> (o.r, o.m, o.u + coalesce(c.opening_minor, 0))`,
  'what was spent of a contract before it came here is what was sealed, and stands in its ledger': sql`
    select c.id from contract c
    left join (select company_id, contract_id, min(at) as at, count(*) as lines, sum(used_minor) as minor
      from budget_entry where cause = 'opening' and document_id = contract_id
        and requested_minor = 0 and committed_minor = 0 group by 1, 2) b
      on b.company_id = c.company_id and b.contract_id = c.id
    left join event e on e.company_id = c.company_id and e.object_type = 'contract' and e.object_id = c.id
      and e.action = 'contract.created'
    where c.opening_minor::text is distinct from e.after #>> '{opening,minor}' and e.id is not null
      or c.opening_minor is distinct from b.minor or b.lines > 1 or b.at <> c.created_at`,
  'a contract had used, at every instant, the shares of what was paid until then and had not come back': sql`
    select coalesce(b.document_id, x.document_id) || ' ' || coalesce(b.at, x.at) as id from
      (select company_id, contract_id, document_id, at, sum(used_minor) as used from budget_entry
        where cause <> 'opening' group by 1, 2, 3, 4 having sum(used_minor) <> 0) b
    full join (select d.company_id, d.contract_id, e.document_id, t.at,
        sum(t.sign * ${sign} * coalesce(e.charge_minor, ${charge})) as used
      from execution e join document d on d.company_id = e.company_id and d.id = e.document_id
      cross join lateral (values (e.confirmed_at, 1), (e.returned_at, -1)) t (at, sign) where t.at is not null
      group by 1, 2, 3, 4 having sum(t.sign * ${sign} * coalesce(e.charge_minor, ${charge})) <> 0) x
      using (company_id, contract_id, document_id, at)
    where b.used is distinct from x.used`,
  'a contract’s roll-up equals its ledger': sql`
    select c.id from contract c
    cross join lateral (select coalesce(sum(requested_minor), 0) as r, coalesce(sum(committed_minor), 0) as m,
        coalesce(sum(used_minor), 0) as u from budget_entry b
      where b.company_id = c.company_id and b.contract_id = c.id) e
    cross join lateral (select coalesce(sum(requested_minor), 0) as r, coalesce(sum(committed_minor), 0) as m,
        coalesce(sum(used_minor), 0) as u from budget_slot s
      where s.company_id = c.company_id and s.contract_id = c.id) s
    where (e.r, e.m, e.u) <> (s.r, s.m, s.u)`,
  'under bloquear nothing is overspent beyond its tolerance': sql`
    select c.id from contract c join company co on co.company_id = c.company_id
    where coalesce(c.overrun_policy, co.overrun_policy) = 'bloquear' and c.total_minor + ${allowedMinor} < (
      select coalesce(sum(committed_minor::numeric + used_minor), 0) from budget_slot s
      where s.company_id = c.company_id and s.contract_id = c.id)`,
  'a tolerated overrun is within what its fact says was allowed': beyondAllowed('tolerated'),
  'a tolerated overrun of a cost centre is within what its fact says was allowed':
    beyondAllowed('toleratedOfCentre'),
  'a contract’s total is what its last amendment left, and each amended what the one before left': sql`
    select c.id from contract c join lateral (select a.to_minor from contract_amendment a
      where a.company_id = c.company_id and a.contract_id = c.id order by a.revision desc limit 1) l on true
    where c.total_minor <> l.to_minor
    union all
    select x.contract_id from (select contract_id, from_minor,
        lag(to_minor) over (partition by company_id, contract_id order by revision) as left_by from contract_amendment) x
    where x.from_minor <> x.left_by`,
  'the tallies equal the orders': sql`
    select coalesce(t.project_id, d.project_id) as id from
      (select company_id, project_id, type, state, sum(count) as n, sum(amount_minor) as m from document_tally
        group by 1, 2, 3, 4 having sum(count) <> 0 or sum(amount_minor) <> 0) t
    full join (select company_id, project_id, type, state, count(*) as n, sum(${sign} * amount_minor) as m from document d
        group by 1, 2, 3, 4) d using (company_id, project_id, type, state)
    where (t.n, t.m) is distinct from (d.n, d.m)`,
  'the tallies of seats equal the orders that their seats call tallied': sql`
    select coalesce(t.approver_id, a.approver_id)::text as id from
      (select company_id, approver_id, project_id, type, state, count as n, amount_minor as m from seat_tally
        where count <> 0 or amount_minor <> 0) t
    full join (select d.company_id, a.approver_id, d.project_id, d.type, a.tallied_state as state, count(*) as n,
        sum(${sign} * d.amount_minor) as m
      from (select distinct company_id, document_id, approver_id, tallied_state from approval
        where tallied_state is not null) a
      join document d on d.company_id = a.company_id and d.id = a.document_id group by 1, 2, 3, 4, 5) a
      using (company_id, approver_id, project_id, type, state)
    where (t.n, t.m) is distinct from (a.n, a.m)`,
  'the months’ sums are those of the executions counted': sql`
    select coalesce(m.project_id, x.project_id) as id from execution_month m
    full join (select d.company_id, d.project_id, d.type, date_trunc('month', e.executed_on)::date as month,
        count(*) as n, sum(${sign} * coalesce(e.billed_minor, d.amount_minor)) as m
      from execution e join document d on d.company_id = e.company_id and d.id = e.document_id 
        join execution_counted u on u.company_id = e.company_id and e.confirmed_at < u.until
      where e.returned_at is null
      group by 1, 2, 3, 4) x using (company_id, project_id, type, month)
    where (coalesce(m.count, 0), coalesce(m.amount_minor, 0)) is distinct from (coalesce(x.n, 0), coalesce(x.m, 0))`,
  'an order speaks its contract’s currency': sql`
    select d.id from document d join contract c on c.company_id = d.company_id and c.id = d.contract_id
    where c.currency <> d.currency`,
  // The money of a contract is read from the sums of projects that are tied to it alone.
  'an order is charged to a contract that its project is tied to, of the project’s currency': sql`
    select d.id from document d join project p on p.company_id = d.company_id and p.id = d.project_id
    where d.currency <> p.currency or not exists (select from project_contract pc
      where pc.company_id = d.company_id and pc.project_id = d.project_id and pc.contract_id = d.contract_id)`,
  'a provider’s contract is charged only by its orders': sql`
    select d.id from document d join contract c on c.company_id = d.company_id and c.id = d.contract_id
    where c.type = 'proveedor' and c.provider_id <> d.provider_id
      and d.state in ('in_approval', 'blocked', 'approved', 'execution_rejected')`,
  'a credit note is of its order’s project, contract, type and provider, and none is of a credit note': sql`
    select n.id from document n join document d on d.company_id = n.company_id and d.id = n.credited_id
    where d.credited_id is not null or (n.project_id, n.contract_id, n.client_id, n.type, n.provider_id, n.currency)
      <> (d.project_id, d.contract_id, d.client_id, d.type, d.provider_id, d.currency)`,
  'credit notes take no more of an order than it has, and give back no more than was paid': sql`
    select d.id from document d join (select company_id, credited_id,
        sum(amount_minor) filter (where state not in ('rejected', 'cancelled')) as amount,
        sum(coalesce(charge_minor, amount_minor)) filter (where state not in ('rejected', 'cancelled')) as charge,
        sum(coalesce(charge_minor, amount_minor)) filter (where state = 'executed') as settled
      from document where credited_id is not null group by 1, 2) n
      on n.company_id = d.company_id and n.credited_id = d.id
    where n.amount > d.amount_minor or n.charge > ${charge} or n.settled > ${paidCharge}`,
  'a cost centre’s roll-up equals its ledger, in each year': sql`
    select coalesce(e.cost_centre_id, s.cost_centre_id)::text as id from (select company_id, cost_centre_id, year,
        sum(requested_minor) as r, sum(committed_minor) as m, sum(used_minor) as u from cost_centre_entry group by 1, 2, 3) e
    full join (select company_id, cost_centre_id, year, sum(requested_minor) as r, sum(committed_minor) as m,
        sum(used_minor) as u from cost_centre_slot group by 1, 2, 3) s using (company_id, cost_centre_id, year)
    where (e.r, e.m, e.u) is distinct from (s.r, s.m, s.u)`,
  'an order is charged to a cost centre of its own client or of the whole company, in its currency': sql`
    select d.id from document d join cost_centre cc on cc.company_id = d.company_id and cc.id = d.cost_centre_id
    where cc.currency <> d.currency or cc.client_id <> d.client_id`,
  'a credit note is charged to the cost centre of its order': sql`
    select n.id from document n join document d on d.company_id = n.company_id and d.id = n.credited_id
    where n.cost_centre_id is distinct from d.cost_centre_id`,
  'no balance of a contract is negative': sql`
    select contract_id as id from budget_entry group by company_id, contract_id
    having least(sum(requested_minor), sum(committed_minor), sum(used_minor)) < 0`,
}

/** Counters of seats as of a moment: a node of the release before opens an order again without a word to its seats. */
export const talliedSeatsInvariants = (at: Date) => ({
  'an order is tallied with all of its seats, as what it is, or else has changed within the hour': sql`
    select d.id from document d join (select company_id, document_id, count(*) as seats, count(tallied_state) as tallied,
        array_agg(distinct tallied_state) as states from approval group by 1, 2 having count(tallied_state) > 0) a
      on a.company_id = d.company_id and a.document_id = d.id
    where (a.tallied < a.seats or a.states <> array[d.state]) and d.updated_at < ${at}::timestamptz - interval '1 hour'`,
})
