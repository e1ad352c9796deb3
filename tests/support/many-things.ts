// Hundreds of clients, providers, contracts and projects of a company at once: loaded by the owner, without journal.
import { type Sql, sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'

export type ManyThings = {
  readonly companyId: string
  /** Client of the contracts and projects, except every fifth, which is of a client made here. */
  readonly clientId: string
  readonly count: number
  /** The first of their numbers: `CTR-1001`. */
  readonly from?: number
}

/**
 * Names and amounts repeat, so that the id decides; «Faro» is in one name of ten. Every third contract is spent in
 * part, and one of fifty exceeded.
 */
export async function loadThings({ tamper }: Pick<TestApp, 'tamper'>, many: ManyThings): Promise<void> {
  for (const statement of statements(many)) await tamper(statement)
}

function statements({ companyId, clientId, count, from = 1001 }: ManyThings): Sql[] {
  const last = from + count - 1
  return [
    sql`insert into client (company_id, id, name, email, status, created_at)
      select ${companyId}, gen_random_uuid(), (array['Ábaco', 'ancla', 'Zinc', 'Ñandú', 'Faro'])[1 + n % 5] || ' ' || n / 3,
        'cliente' || n || '@muchos.example', 'active', now() - (n / 2) * interval '1 second'
      from generate_series(${from}::int, ${last}::int) n`,
    sql`insert into provider (company_id, id, name, tax_id, status, created_at)
      select ${companyId}, 'PRV-' || n, (array['Óptica', 'obra', 'Áridos', 'Vidrio', 'Faro'])[1 + n % 5] || ' ' || n / 3,
        'B' || n, 'active', now() - (n / 2) * interval '1 second'
      from generate_series(${from}::int, ${last}::int) n`,
    sql`insert into contract (company_id, id, type, client_id, description, currency, total_minor, starts_on, ends_on,
        status, created_by, created_at)
      select ${companyId}, 'CTR-' || n, 'cliente', case n % 5 when 0 then k.ids[1 + n % array_length(k.ids, 1)] else ${clientId} end,
        case n % 10 when 0 then 'Faro' else 'Marco' end || ' ' || n, 'EUR', 1000 + n % 7 * 100, '2020-01-01',
        date '2090-01-01' + n % 9, case n % 4 when 0 then 'completed' else 'active' end, ${clientId},
        now() - (n / 2) * interval '1 second'
      from generate_series(${from}::int, ${last}::int) n,
        (select array_agg(id) as ids from client where company_id = ${companyId} and email like '%@muchos.example') k`,
    sql`insert into budget_slot (company_id, contract_id, slot, committed_minor, used_minor)
      select ${companyId}, 'CTR-' || n, n % 2, case n % 50 when 0 then 5000 else 100 end, n % 5 * 100
      from generate_series(${from}::int, ${last}::int) n where n % 3 = 0 or n % 50 = 0`,
    sql`insert into project (company_id, id, client_id, name, status, currency, total_minor, created_by, created_at, updated_at)
      select ${companyId}, 'PRJ-' || n, case n % 5 when 0 then k.ids[1 + n % array_length(k.ids, 1)] else ${clientId} end,
        (array['Torre', 'Éxodo', 'azotea', 'Muelle', 'Faro'])[1 + n % 5] || ' ' || n / 3, 'active', 'EUR', 1000 + n % 7 * 100,
        ${clientId}, now() - (n / 2) * interval '1 second', now()
      from generate_series(${from}::int, ${last}::int) n,
        (select array_agg(id) as ids from client where company_id = ${companyId} and email like '%@muchos.example') k`,
    sql`analyze client, provider, contract, project, budget_slot`,
  ]
}
