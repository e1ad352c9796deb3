/** Delegations as people read them: their own, and for administrators all of the company. */
import {
  type Coverage,
  delegationAbilities,
  delegationState,
  mayDelegate,
} from '#features/delegations/rules.ts'
import { withinSight } from '#features/delegations/scope.ts'
import { delegationAbility } from '#features/delegations/text.ts'
import type {
  CandidateWire,
  DelegationWire,
  listDelegations,
  OwnDelegationsWire,
} from '#features/delegations/wire.ts'
import { accountTrust } from '#features/identity/rules/account-trust.ts'
import { rolesOfPeople } from '#features/projects/rules.ts'
import { type Actor, readsWholeCompany } from '#kernel/actor.ts'
import { type Day, dayFromInstant } from '#kernel/day.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { money } from '#kernel/money.ts'
import { firstRefusal } from '#kernel/refusal.ts'
import { currencyFrom, moneyToWire } from '#kernel/wire.ts'
import { nothing, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { commonProblem } from '#server/problems.ts'

type Row = {
  id: string
  fromId: string
  fromName: string
  toId: string
  toName: string
  startsOn: string
  endsOn: string
  covers: Coverage
  max_minor: bigint | null
  currency: string | null
  ended_at: Date | null
  endedByName: string
}

/** Delegations from and to the person who asks. */
export async function readOwnDelegations(tx: TenantTx, actor: Actor): Promise<OwnDelegationsWire> {
  const make = firstRefusal(mayDelegate(actor, actor.userId), accountTrust(actor))
  const today = dayFromInstant(tx.now, actor.zone)
  const [rows, candidates, currency] = await Promise.all([
    delegationRows(tx, part`and ${actor.userId} in (g.from_user, g.to_user)`),
    make === true ? candidatesFor(tx, actor) : [],
    readCompanyCurrency(tx),
  ])
  const items = rows.map(row => delegationFromRow(row, actor, today))
  return {
    granted: items.filter(({ from }) => from.userId === actor.userId),
    received: items.filter(({ to, state }) => to.userId === actor.userId && state !== 'over'),
    today,
    currency,
    candidates: [...candidates],
    can: { make: delegationAbility(make) },
  }
}

/** All delegations of the company; for whoever reads the whole of it. */
export async function readCompanyDelegations(
  tx: TenantTx,
  actor: Actor,
): Promise<ResponseOf<typeof listDelegations>> {
  if (!readsWholeCompany(actor.role)) throw commonProblem('forbidden')
  const today = dayFromInstant(tx.now, actor.zone)
  const [rows, candidates, currency] = await Promise.all([
    delegationRows(tx, nothing),
    candidateRows(tx, actor, nothing),
    readCompanyCurrency(tx),
  ])
  return { items: rows.map(row => delegationFromRow(row, actor, today)), today, currency, candidates }
}

const delegationRows = (tx: TenantTx, whose: ReturnType<typeof part>) =>
  tx.all<Row>(sql`
    select g.id, g.from_user as "fromId", trim(f.name || ' ' || f.last_name) as "fromName",
      g.to_user as "toId", trim(t.name || ' ' || t.last_name) as "toName", g.starts_on as "startsOn",
      g.ends_on as "endsOn", g.covers, g.max_minor, g.currency, g.ended_at,
      coalesce(trim(e.name || ' ' || e.last_name), '') as "endedByName"
    from delegation g join account f on f.id = g.from_user join account t on t.id = g.to_user
      left join account e on e.id = g.ended_by
    where g.company_id = ${tx.companyId} ${whose}
    order by g.ended_at is null desc, g.ends_on desc, g.id desc limit 100`)

/**
 * Candidates for the person's substitute: for a client's person, people of the same client or of the company; never
 * people whom the person may not know.
 */
const candidatesFor = (tx: TenantTx, actor: Actor) =>
  candidateRows(
    tx,
    actor,
    part`and m.user_id <> ${actor.userId}
      ${actor.clientId === null ? nothing : part`and (m.client_id is null or m.client_id = ${actor.clientId})`}
      ${actor.role === 'admin' ? nothing : part`and ${withinSight(actor)}`}`,
  )

const candidateRows = (tx: TenantTx, actor: Actor, which: ReturnType<typeof part>) =>
  tx.all<CandidateWire>(sql`
    select m.user_id as "userId", trim(who.name || ' ' || who.last_name) as name, who.email, m.client_id as "clientId",
      m.user_id = ${actor.userId} as "isYou"
    from member m join account who on who.id = m.user_id
    where m.company_id = ${tx.companyId} and m.active and who.active and who.role = any (${rolesOfPeople}::text[]) ${which}
    order by who.name, who.last_name, m.user_id limit 500`)

async function readCompanyCurrency(tx: TenantTx) {
  const row = await tx.one<{ currency: string }>(sql`
    select currency from company where company_id = ${tx.companyId}`)
  return currencyFrom(row?.currency ?? '')
}

function delegationFromRow(row: Row, actor: Actor, today: Day): DelegationWire {
  const {
    id,
    fromId,
    fromName,
    toId,
    toName,
    startsOn,
    endsOn,
    covers,
    max_minor: minor,
    currency,
    ended_at: endedAt,
  } = row
  const delegation = { fromId, startsOn, endsOn, isEnded: endedAt !== null }
  return {
    id,
    from: { userId: fromId, name: fromName },
    to: { userId: toId, name: toName },
    startsOn,
    endsOn,
    covers,
    max: minor === null || currency === null ? null : moneyToWire(money(minor, currencyFrom(currency))),
    state: delegationState(delegation, today),
    ended: endedAt && { on: dayFromInstant(endedAt, actor.zone), byName: row.endedByName },
    can: { end: delegationAbility(delegationAbilities(actor, delegation, today).end) },
  }
}
