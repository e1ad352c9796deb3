import type { FastifyBaseLogger } from 'fastify'
import { confirmationPage, type Site } from '#features/identity/rules/links.ts'
import { saveProfile } from '#features/identity/store/accounts.ts'
import { deleteLinks, makeLink } from '#features/identity/store/links.ts'
import { deleteSessions, deleteSessionsIn } from '#features/identity/store/sessions.ts'
import { formerAddressLetter } from '#features/identity/text/letters.ts'
import type { Hold, Leave } from '#features/people/commands.ts'
import {
  type Asker,
  affiliationUnder,
  fullNameOf,
  type Profile,
  type ProfileChange,
  type ProfileRefusal,
  scopeOf,
  splitName,
} from '#features/people/rules/profiles.ts'
import { loadAffiliation, saveAffiliation } from '#features/people/store/profiles.ts'
import { saveActive } from '#features/people/store.ts'
import { newAddressGivenLetter } from '#features/people/text/letters.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { type Db, sqlState } from '#server/db.ts'
import { record, type Snapshot } from '#server/journal.ts'
import type { Post } from '#server/mail/post.ts'
import type { Across } from '#server/tenant.ts'

export type ChangeParts = {
  readonly db: Db
  readonly post: Post
  readonly site: Site
  readonly log: FastifyBaseLogger
  readonly hold: Hold
  readonly leave: Leave
}

type Change = {
  readonly profile: Profile
  readonly companyIds: readonly string[]
  readonly difference: ProfileChange
}

/** Writes what was allowed: the account, what follows in each company, the events, the letters, the ended sessions. */
export async function saveChange(
  parts: ChangeParts,
  across: Across,
  asker: Asker,
  change: Change,
): Promise<true | Refusal<ProfileRefusal>> {
  const { profile, difference } = change
  const { name, email = profile.email, role = profile.role, active } = difference
  // A company's administrator lets in and out of the own company alone.
  const isLocal = scopeOf(asker) === 'company'
  const names = name === undefined ? profile : splitName(name, profile.lastName)
  const isActive = isLocal ? profile.accountActive : (active ?? profile.accountActive)
  try {
    await saveProfile(across, { id: profile.id, ...names, email, role, active: isActive }, across.now)
  } catch (error) {
    if (sqlState(error) === '23505') return refuse('email_taken')
    throw error
  }
  if (isLocal && active !== undefined) await switchHere(across, asker, profile.id, active)
  await tellCompanies(parts, across, asker, change)
  if (difference.email !== undefined) await tellAddresses(parts, across, profile, email)
  const isAnother = difference.email !== undefined || difference.role !== undefined
  if (isAnother || (!isLocal && active === false)) await deleteSessions(across, profile.id, null)
  return true
}

async function switchHere(
  across: Across,
  { companyId }: Asker,
  userId: string,
  active: boolean,
): Promise<void> {
  await across.visit(companyId ?? '', async tx => {
    await saveActive(tx, userId, active)
    if (!active) await deleteSessionsIn(tx, userId, tx.companyId)
  })
}

/** Each of the person's companies reads what became of them; of somebody in none the log tells it. */
async function tellCompanies(
  { log }: ChangeParts,
  across: Across,
  asker: Asker,
  { profile, companyIds, difference }: Change,
): Promise<void> {
  const { role, active } = difference
  const event = {
    action: active === undefined ? 'person.changed' : active ? 'person.activated' : 'person.deactivated',
    object: { type: 'person', id: profile.id },
    before: snapshot({ ...profile, name: fullNameOf(profile) }, difference),
    after: snapshot(difference, difference),
  }
  if (companyIds.length === 0) log.info({ actorId: asker.userId, ...event }, 'profile')
  // That somebody was let out of one company is no other company's business.
  const isLocal = scopeOf(asker) === 'company' && active !== undefined
  for (const companyId of isLocal ? companyIds.filter(id => id === asker.companyId) : companyIds)
    await across.visit(companyId, async tx => {
      const before = role === undefined ? null : await loadAffiliation(tx, profile.id)
      if (role !== undefined && before)
        await saveAffiliation(tx, profile.id, affiliationUnder(role, profile.id, before))
      await record(tx, asker, event)
    })
}

/** The fields of a difference alone. */
function snapshot(values: ProfileChange, difference: ProfileChange): Snapshot {
  const { name, email, role, active } = values
  return {
    ...(difference.name === undefined ? {} : { name: name ?? null }),
    ...(difference.email === undefined ? {} : { email: email ?? null }),
    ...(difference.role === undefined ? {} : { role: role ?? null }),
    ...(difference.active === undefined ? {} : { active: active ?? null }),
  }
}

/** The former address is told with the way back; links that were sent to it open nothing any more. */
async function tellAddresses(
  { post, site }: ChangeParts,
  across: Across,
  profile: Profile,
  email: string,
): Promise<void> {
  const { id: userId, name } = profile
  await deleteLinks(across, userId, ['recovery', 'auth_code', 'invite', 'signup', 'email_change'])
  const undo = { userId, purpose: 'email_undo', email: profile.email } as const
  const url = confirmationPage(site, 'email_undo', await makeLink(across, undo, across.now))
  await post(across, formerAddressLetter(profile, email, url), across.now)
  await post(across, newAddressGivenLetter({ email, name }, `${site.origin}/login`), across.now)
}
