/** Changes of profiles over REST: of every profile that a request's filters find. */
import { mayCreate } from '#features/companies/rules.ts'
import { lockCompany } from '#features/companies/store.ts'
import { endDelegations, lockAllDelegations } from '#features/delegations/commands.ts'
import { countPlatformAdmins, lockPlatform } from '#features/identity/store/accounts.ts'
import { mayBeDeactivated } from '#features/people/rules.ts'
import {
  countActiveAdmins,
  countActiveMembers,
  countPendingApprovals,
  lockMember,
} from '#features/people/store.ts'
import { type ChangeParts, saveChange } from '#features/profiles/commands/save-profile.ts'
import {
  type Asker,
  changedFields,
  keepsSeats,
  mayChange,
  type Profile,
  type ProfileChange,
  type ProfileRefusal,
  profileReach,
  stopsBeing,
} from '#features/profiles/rules.ts'
import { type AccountRow, companiesQuery, isStillRole, lockAccounts } from '#features/profiles/store.ts'
import { profileIds, profileRows } from '#features/profiles/views.ts'
import { maxProfiles, type ProfileFilter, type ProfileQuery } from '#features/profiles/wire.ts'
import { lockAppointmentsEverywhere } from '#features/projects/store/projects.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { type Across, acrossCompanies } from '#server/database/tenant.ts'
import { commonProblem } from '#server/problems.ts'

type Refused = Refusal<ProfileRefusal>
/** The asker as authentication has just read them. */
export type LiveAsker = Asker & { readonly sessionId: string; readonly requestId: string | null }
export type ProfileRow = { readonly [column: string]: string | boolean | null }

/** Maximum number of rows that one request changes. */
export const maxChanged = 100

/**
 * Changes every profile that the filters find, or none when one change is refused. All companies of the people are
 * locked and visited in one transaction, because an account is shared by all of them.
 */
export async function changeProfiles(
  parts: ChangeParts,
  asker: LiveAsker,
  filters: readonly ProfileFilter[],
  change: ProfileChange,
  shown: ProfileQuery['columns'],
): Promise<readonly ProfileRow[] | Refused | 'too_many'> {
  return acrossCompanies(parts.db, asker.requestId, async across => {
    const [alive] = await across.all(isStillRole(asker.sessionId, asker.role, across.now))
    if (!alive) throw commonProblem('unauthenticated')
    await lockPlatform(across)
    const ids = await findIds(across, asker, filters)
    if (ids.length > maxChanged) return 'too_many'
    const mayLetOut = change.active === false || !keepsSeats(change.role)
    const people = await lockPeople(across, asker, ids, { mayLetOut, hasRole: change.role !== undefined })
    for (const person of people) {
      const changed = await changeOne(parts, across, asker, person, change)
      if (isRefusal(changed)) return changed
    }
    return readRows(across, asker, ids, shown)
  })
}

/** Runs `work` in the asker's company, when the asker administers one; else outside any company. */
function inAskersCompany<T>(
  across: Across,
  { companyId, ...asker }: Asker,
  work: (on: Pick<Across, 'all'>) => Promise<T>,
): Promise<T> {
  const isInside = companyId !== null && profileReach({ ...asker, companyId }) === 'company'
  return isInside ? across.visit(companyId, work) : work(across)
}

async function findIds(across: Across, asker: Asker, filters: readonly ProfileFilter[]): Promise<string[]> {
  const rows = await inAskersCompany(across, asker, on =>
    on.all<{ id: string }>(profileIds(asker, filters, maxChanged)),
  )
  return rows.map(row => row.id)
}

type LockedProfile = { readonly profile: Profile; readonly companyIds: readonly string[] }

/**
 * Locks the people to change. Companies come first, in the order in which every admission or deactivation locks them,
 * each after its projects where a role changes, with its people's open work and then its people; the accounts come last.
 */
async function lockPeople(
  across: Across,
  asker: Asker,
  ids: readonly string[],
  { mayLetOut, hasRole }: { readonly mayLetOut: boolean; readonly hasRole: boolean },
): Promise<LockedProfile[]> {
  const places = await across.all<{ userId: string; companyId: string }>(companiesQuery(ids))
  const admitted = new Map<string, string[]>()
  for (const companyId of new Set(places.map(place => place.companyId)))
    await across.visit(companyId, async tx => {
      // Permissions by name may end with the role.
      if (hasRole) await lockAppointmentsEverywhere(tx)
      await lockCompany(tx)
      const inCompany = places.filter(place => place.companyId === companyId).map(place => place.userId)
      if (mayLetOut) await lockAllDelegations(tx, inCompany)
      for (const userId of inCompany)
        if ((await lockMember(tx, userId))?.active)
          admitted.set(userId, [...(admitted.get(userId) ?? []), companyId])
    })
  const rows = await across.all<AccountRow>(lockAccounts(ids))
  return rows.map(row => {
    const active = admitted.get(row.id) ?? []
    const isHere = profileReach(asker) !== 'company' || active.includes(asker.companyId ?? '')
    return {
      profile: { ...row, active: row.accountActive && isHere, activeCompanies: active.length },
      companyIds: places.filter(place => place.userId === row.id).map(place => place.companyId),
    }
  })
}

async function changeOne(
  parts: ChangeParts,
  across: Across,
  asker: LiveAsker,
  { profile, companyIds }: LockedProfile,
  change: ProfileChange,
): Promise<true | Refused> {
  const difference = changedFields(profile, change)
  if (Object.keys(difference).length === 0) return true
  const may = mayChange(asker, profile, difference)
  if (may !== true) return may
  const remains = await administratorRemains(across, profile, difference, companyIds)
  if (remains !== true) return remains
  if (difference.active === false || !keepsSeats(difference.role)) {
    // A role is global, so seats of all companies count; a company's administrator deactivates in the own company alone.
    const isEverywhere = !keepsSeats(difference.role) || profileReach(asker) !== 'company'
    const companiesLeft = isEverywhere ? companyIds : companyIds.filter(id => id === asker.companyId)
    const free = await hasNoOpenSeats(across, profile.id, companiesLeft)
    if (free !== true) return free
    for (const id of companiesLeft) await across.visit(id, tx => endDelegations(tx, asker, profile.id))
  }
  if (difference.active && profileReach(asker) === 'company') {
    const room = await hasRoomForPerson(across, asker.companyId ?? '')
    if (room !== true) return room
  }
  return saveChange(parts, across, asker, { profile, companyIds, difference })
}

/** Refuses a change that would leave the platform or a company without an active administrator. */
async function administratorRemains(
  across: Across,
  profile: Profile,
  difference: ProfileChange,
  companyIds: readonly string[],
): Promise<true | Refused> {
  if (stopsBeing('admin_saas', profile, difference) && (await countPlatformAdmins(across)) <= 1)
    return refuse('last_platform_admin')
  if (!stopsBeing('admin', profile, difference)) return true
  for (const companyId of companyIds) {
    const isLast = await across.visit(companyId, async tx => {
      const member = await lockMember(tx, profile.id)
      return member?.active && (await countActiveAdmins(tx)) <= 1
    })
    if (isLast) return refuse('last_admin')
  }
  return true
}

/** Refuses while an order of these companies waits for the person's approval. */
async function hasNoOpenSeats(
  across: Across,
  userId: string,
  companyIds: readonly string[],
): Promise<true | Refused> {
  let seats = 0
  for (const companyId of companyIds)
    seats += await across.visit(companyId, tx => countPendingApprovals(tx, userId))
  const may = mayBeDeactivated(seats)
  return may === true ? true : refuse('open_seats', { count: seats })
}

/** Refuses one more active person over the limit of the company's plan. */
async function hasRoomForPerson(across: Across, companyId: string): Promise<true | Refused> {
  return across.visit(companyId, async tx =>
    mayCreate(await lockCompany(tx), 'users', await countActiveMembers(tx)),
  )
}

/** The rows after the change, as the answer shows them. */
async function readRows(
  across: Across,
  asker: Asker,
  ids: readonly string[],
  columns: ProfileQuery['columns'],
): Promise<readonly ProfileRow[]> {
  const filters: ProfileFilter[] = [{ column: 'id', operator: 'in', values: ids }]
  const query = { columns, filters, order: [], limit: maxProfiles, offset: 0 }
  return inAskersCompany(across, asker, on => on.all<ProfileRow>(profileRows(asker, query)))
}
