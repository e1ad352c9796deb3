// The rows of a generated company, written by the owner of the database, who may write what the program never would.
import { countSeats, openTurn } from '#features/approvals/rules.ts'
import { clock } from '#server/clock.ts'
import { rows, type Sql, sql } from '#server/database/sql.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Generated, type World, type WorldOrder, worldOf } from '#tests/support/world.ts'

export type LoadedWorld = World & {
  /** Works in a transaction of the company. */
  readonly inCompany: <T>(work: (tx: TenantTx) => Promise<T>) => Promise<T>
}

export async function loadWorld(app: TestApp, generated: Generated): Promise<LoadedWorld> {
  const world = worldOf(await app.company('enterprise', 'Mundo'), generated)
  for (const statement of statements(world)) await app.tamper(statement)
  return { ...world, inCompany: work => asSystem(app.db, world.companyId, work) }
}

function statements(world: World): Sql[] {
  return [...peopleStatements(world), ...projectStatements(world), ...orderStatements(world)]
}

function peopleStatements({ companyId, executorMayApprove, clientIds, people, delegations }: World): Sql[] {
  const now = clock.now()
  const everywhere = people.flatMap(({ userId, everywhere: list }) =>
    list.map(permission => [companyId, userId, permission]),
  )
  const given = delegations.map(({ id, fromId, toId, startsOn, endsOn, covers, max, isEnded }) => [
    companyId,
    id,
    fromId,
    toId,
    startsOn,
    endsOn,
    covers,
    max?.minor ?? null,
    max?.currency ?? null,
    fromId,
    now,
    isEnded ? fromId : null,
    isEnded ? now : null,
  ])
  return [
    sql`update company set executor_may_approve = ${executorMayApprove} where company_id = ${companyId}`,
    sql`insert into client (company_id, id, name, email, status, created_at)
      values ${rows(clientIds.map(id => [companyId, id, 'Cliente', 'c@mundo.example', 'active', now]))}`,
    sql`insert into provider (company_id, id, name, status, created_at)
      values ${rows(['PRV-001', 'PRV-002'].map(id => [companyId, id, 'Proveedor', 'active', now]))}`,
    sql`insert into account (id, email, name, role, active, created_at, updated_at)
      values ${rows(people.map(p => [p.userId, p.email, p.name, p.role, p.isAccount, now, now]))}`,
    sql`insert into member (company_id, user_id, client_id, provider_id, active, created_at)
      values ${rows(people.map(p => [companyId, p.userId, p.clientId, p.providerId, p.isMember, now]))}`,
    ...some(
      everywhere,
      list => sql`insert into member_permission (company_id, user_id, permission) values ${list}`,
    ),
    ...some(
      given,
      list => sql`insert into delegation (company_id, id, from_user, to_user, starts_on, ends_on, covers, max_minor,
        currency, created_by, created_at, ended_by, ended_at) values ${list}`,
    ),
  ]
}

function projectStatements({ companyId, people, contracts, projects }: World): Sql[] {
  const now = clock.now()
  const [maker] = people
  const named = people.flatMap(({ userId, named: list }) => list.map(one => ({ userId, ...one })))
  const approvers = named.filter(({ permission }) => permission === 'approve')
  const others = named.filter(({ permission }) => permission !== 'approve')
  return [
    sql`insert into contract (company_id, id, type, client_id, provider_id, description, currency, total_minor,
        starts_on, ends_on, status, created_by, created_at)
      values ${rows(
        contracts.map(({ id, clientId, providerId }) => [
          companyId,
          id,
          providerId === null ? 'cliente' : 'proveedor',
          clientId,
          providerId,
          'Contrato',
          'EUR',
          1000,
          '2020-01-01',
          '2090-12-31',
          'active',
          maker?.userId,
          now,
        ]),
      )}`,
    sql`insert into project (company_id, id, client_id, name, status, currency, total_minor, created_by, created_at,
        updated_at)
      values ${rows(
        projects.map(({ id, clientId }) => [
          companyId,
          id,
          clientId,
          'Obra',
          'active',
          'EUR',
          1000,
          maker?.userId,
          now,
          now,
        ]),
      )}`,
    ...some(
      contracts.flatMap(({ id, projectId }) => (projectId ? [[companyId, projectId, id, true]] : [])),
      list => sql`insert into project_contract (company_id, project_id, contract_id, main) values ${list}`,
    ),
    ...some(
      approvers.map(({ userId, projectId }) => [companyId, projectId, userId, now]),
      list => sql`insert into project_approver (company_id, project_id, user_id, created_at) values ${list}`,
    ),
    ...some(
      others.map(({ userId, projectId, permission }) => [companyId, projectId, userId, permission]),
      list =>
        sql`insert into project_permission (company_id, project_id, user_id, permission) values ${list}`,
    ),
  ]
}

function orderStatements({ companyId, orders }: World): Sql[] {
  const now = clock.now()
  const revised = orders.flatMap(({ id, authorIds }) =>
    authorIds.map((author, index) => [companyId, id, index + 1, {}, author, now]),
  )
  const stages = orders.flatMap(({ id, authorIds, stages: list }) =>
    list.map(stage => ({ ...stage, documentId: id, revision: authorIds.length })),
  )
  const seats = stages.flatMap(({ documentId, revision, stage, seats: list }) =>
    list.map(({ id, approverId, status, decidedById }) => [
      companyId,
      id,
      documentId,
      revision,
      stage,
      approverId,
      status,
      decidedById,
      status === 'approved' || status === 'rejected' ? now : null,
      now,
      now,
    ]),
  )
  return [
    sql`insert into document (company_id, id, number, project_id, contract_id, client_id, provider_id, type, name,
        amount_minor, currency, state, previous_state, revision, turn, approvals_total, approvals_approved,
        approvals_rejected, approvals_pending, approvals_skipped, created_by, changed_by, created_at, submitted_at,
        updated_at)
      values ${rows(orders.map(order => [companyId, ...orderValues(order), now, now, now]))}`,
    sql`insert into document_revision (company_id, document_id, revision, content, made_by, made_at)
      values ${rows(revised)}`,
    sql`insert into approval_stage (company_id, document_id, revision, stage, turn, name, mode, needed, outcome, basis,
        origin)
      values ${rows(
        stages.map(({ documentId, revision, stage, turn, mode, needed, origin }) => [
          companyId,
          documentId,
          revision,
          stage,
          turn,
          'Etapa',
          mode,
          needed,
          'pending',
          'Flujo',
          origin,
        ]),
      )}`,
    sql`insert into approval (company_id, id, document_id, revision, stage, approver_id, status, decided_by,
        decided_at, created_at, updated_at)
      values ${rows(seats)}`,
    // Every second order as an earlier release left it.
    sql`update approval a set project_id = d.project_id from document d
      where a.company_id = ${companyId} and d.company_id = a.company_id and d.id = a.document_id and d.number % 2 = 0`,
  ]
}

function orderValues({
  authorIds,
  stages,
  amount: { minor, currency },
  state,
  ...order
}: WorldOrder): unknown[] {
  const { total, approved, rejected, pending, skipped } = countSeats(stages)
  return [
    order.id,
    order.number,
    order.projectId,
    order.contractId,
    order.clientId,
    order.providerId,
    'gasto',
    'Pedido',
    minor,
    currency,
    state,
    state === 'returned' ? 'in_approval' : null,
    authorIds.length,
    openTurn(stages) ?? 1,
    total,
    approved,
    rejected,
    pending,
    skipped,
    authorIds[0],
    authorIds.at(-1),
  ]
}

/** Nothing to load for an empty list. */
const some = (
  list: readonly (readonly unknown[])[],
  statement: (values: ReturnType<typeof rows>) => Sql,
): Sql[] => (list.length === 0 ? [] : [statement(rows(list))])
