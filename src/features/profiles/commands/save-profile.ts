/** Writing of one permitted change of a profile. */

import type { FastifyBaseLogger } from 'fastify'
import { endPermissions } from '#features/appointments/commands/end-permissions.ts'
import { confirmationPage, type Site } from '#features/identity/rules/links.ts'
import { takesEffectFrom } from '#features/identity/rules/pending-address.ts'
import { findAccountByEmail, saveProfile } from '#features/identity/store/accounts.ts'
import { deleteLinks, makeLink } from '#features/identity/store/links.ts'
import { savePendingAddress } from '#features/identity/store/pending-addresses.ts'
import { deleteSessions, deleteSessionsIn } from '#features/identity/store/sessions.ts'
import { addressAskedLetter, pendingAddressLetter } from '#features/identity/text/letters.ts'
import { personFact } from '#features/people/facts.ts'
import { saveActive } from '#features/people/store.ts'
import {
  type Asker,
  affiliationUnder,
  fullName,
  type Profile,
  type ProfileChange,
  type ProfileRefusal,
  profileReach,
  splitName,
} from '#features/profiles/rules.ts'
import { loadAffiliation, saveAffiliation } from '#features/profiles/store.ts'
import { revokeTokens } from '#features/tokens/commands.ts'
import type { Snapshot } from '#kernel/fact.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import type { Db } from '#server/database/db.ts'
import { record } from '#server/database/journal.ts'
import type { Across } from '#server/database/tenant.ts'
import type { Post } from '#server/mail/post.ts'

export type ChangeParts = {
  readonly db: Db
  readonly post: Post
  readonly site: Site
  readonly log: FastifyBaseLogger
}

type Change = {
  readonly profile: Profile
  readonly companyIds: readonly string[]
  readonly difference: ProfileChange
}

/** Saves a permitted change: the account, its affiliations in each company, the events, the letters, the ended sessions. */
export async function saveChange(
  parts: ChangeParts,
  across: Across,
  asker: Asker,
  change: Change,
): Promise<true | Refusal<ProfileRefusal>> {
  const { profile, difference } = change
  const { name, role = profile.role, active } = difference
  // A company's administrator activates and deactivates in the own company alone.
  const isLocal = profileReach(asker) === 'company'
  const names = name === undefined ? profile : splitName(name, profile.lastName)
  const isActive = isLocal ? profile.accountActive : (active ?? profile.accountActive)
  const { email } = difference
  if (email !== undefined && !isLocal && (await findAccountByEmail(across, email)))
    return refuse('email_taken')
  await saveProfile(across, { id: profile.id, ...names, role, active: isActive }, across.now)
  if (isLocal && active !== undefined) await saveActiveInCompany(across, asker, profile.id, active)
  await recordInCompanies(parts, across, asker, change)
  if (email !== undefined) await requestAddress(parts, across, asker, profile, email)
  if (difference.role !== undefined || (!isLocal && active === false))
    await deleteSessions(across, profile.id, null)
  return true
}

async function saveActiveInCompany(
  across: Across,
  asker: Asker,
  userId: string,
  active: boolean,
): Promise<void> {
  await across.visit(asker.companyId ?? '', async tx => {
    await saveActive(tx, userId, active)
    if (active) return
    await deleteSessionsIn(tx, userId, tx.companyId)
    await revokeTokens(tx, asker, userId)
  })
}

/** Records the change in each of the person's companies; for a person in none, in the log. */
async function recordInCompanies(
  { log }: ChangeParts,
  across: Across,
  asker: Asker,
  { profile, companyIds, difference }: Change,
): Promise<void> {
  const { role, active } = difference
  const fact = personFact(factKind(difference), profile.id, {
    before: snapshot({ ...profile, name: fullName(profile) }, difference),
    after: snapshot(difference, difference),
  })
  if (companyIds.length === 0) log.info({ actorId: asker.userId, ...fact }, 'profile')
  // A deactivation in one company is not recorded in the others.
  const isLocal = profileReach(asker) === 'company' && active !== undefined
  for (const companyId of isLocal ? companyIds.filter(id => id === asker.companyId) : companyIds)
    await across.visit(companyId, async tx => {
      const before = role === undefined ? null : await loadAffiliation(tx, profile.id)
      const after = role !== undefined && before ? affiliationUnder(role, profile.id, before) : null
      if (after) await saveAffiliation(tx, profile.id, after)
      await record(tx, asker, fact)
      if (role !== undefined && before && after)
        await endPermissions(tx, asker, {
          userId: profile.id,
          before: { role: profile.role, clientId: before.clientId },
          after: { role, clientId: after.clientId },
        })
    })
}

/** The kind of fact of a change. An address is only requested here: its outcome has events of its own. */
function factKind({ name, role, active }: ProfileChange) {
  if (active !== undefined) return active ? 'person.activated' : 'person.deactivated'
  return name === undefined && role === undefined ? 'person.address_asked' : 'person.changed'
}

/** The values of the changed fields. */
function snapshot(values: ProfileChange, difference: ProfileChange): Snapshot {
  const { name, email, role, active } = values
  return {
    ...(difference.name === undefined ? {} : { name: name ?? null }),
    ...(difference.email === undefined ? {} : { email: email ?? null }),
    ...(difference.role === undefined ? {} : { role: role ?? null }),
    ...(difference.active === undefined ? {} : { active: active ?? null }),
  }
}

/**
 * Gives a new address without changing the account yet: the new address is asked to confirm, the former one notified
 * with a link to refuse. An address of another account gets no mail, and a company's administrator does not learn of it.
 */
async function requestAddress(
  { post, site }: ChangeParts,
  across: Across,
  asker: Asker,
  profile: Profile,
  email: string,
): Promise<void> {
  const { id: userId, name, wasUsed } = profile
  const after = takesEffectFrom({ isOwn: asker.userId === userId, wasUsed }, across.now)
  await savePendingAddress(across, { userId, email, by: asker.userId, after }, across.now)
  await deleteLinks(across, userId, ['email_change', 'address', 'address_refusal'])
  if ((await findAccountByEmail(across, email)) === null) {
    const code = await makeLink(across, { userId, purpose: 'address', email }, across.now)
    await post(
      across,
      pendingAddressLetter({ email, name }, confirmationPage(site, 'address', code)),
      across.now,
    )
  }
  const refusal = await makeLink(across, { userId, purpose: 'address_refusal' }, across.now)
  const url = confirmationPage(site, 'address_refusal', refusal)
  await post(across, addressAskedLetter(profile, email, url), across.now)
}
