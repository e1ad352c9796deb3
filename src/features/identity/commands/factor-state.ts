/** Second factors as their person finds them: the codes that are left, who asks for one, and what may be added here. */
import { isBesideOwnPassword } from '#features/identity/commands/factors.ts'
import type { Identity } from '#features/identity/commands/identity.ts'
import { mayAdd } from '#features/identity/commands/passkeys-adding.ts'
import { mayEnrol } from '#features/identity/rules/factors.ts'
import { type IdentityRefusal, mayChangeCredentials } from '#features/identity/rules.ts'
import { loadPerson } from '#features/identity/store/accounts.ts'
import { findFactors } from '#features/identity/store/factors.ts'
import { findPasskeys } from '#features/identity/store/passkeys.ts'
import { countCodes } from '#features/identity/store/recovery-codes.ts'
import { outsideAnyTransaction } from '#features/identity/store/statements.ts'
import { credentialWords, identityWords, passkeyAdditionWords } from '#features/identity/text.ts'
import { findFactorAsked } from '#features/identity/views/factor-policy.ts'
import type { FactorAsked, SecondFactorState } from '#features/identity/wire/factors.ts'
import { abilityWith } from '#kernel/ability.ts'
import type { Role } from '#kernel/actor.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { factorDuty, policyOfProgram } from '#kernel/second-factor.ts'
import { readAsPerson, type Self } from '#server/database/person.ts'
import { asSystem } from '#server/database/tenant.ts'

/**
 * Number of unused recovery codes, the source of the duty to have a second factor in the current company, and what this
 * session may add or change.
 */
export async function secondFactorState(
  identity: Identity,
  self: Self,
): Promise<SecondFactorState | Refusal<IdentityRefusal>> {
  const { db, isStrict } = identity
  const { userId, companyId, role } = self
  const [codesLeft, asked, can] = await Promise.all([
    countCodes(outsideAnyTransaction(db), userId),
    companyId === null
      ? dutyOutsideCompanies(role, isStrict)
      : asSystem(db, companyId, tx => findFactorAsked(tx, userId, identity)),
    factorAbilities(identity, self),
  ])
  return can === null ? refuse('session_ended') : { codesLeft, asked, can }
}

/** Abilities of this session; null when its person is gone. */
async function factorAbilities(identity: Identity, self: Self): Promise<SecondFactorState['can'] | null> {
  const [person, passkeys, factors] = await readAsPerson(identity.db, self.userId, tx =>
    Promise.all([loadPerson(tx, tx.userId), findPasskeys(tx, tx.userId), findFactors(tx, tx.userId)]),
  )
  if (!person) return null
  const applications = factors.filter(({ status }) => status === 'verified')
  const hasFactor = applications.length + passkeys.length > 0
  const isBeside = await isBesideOwnPassword(identity, self.boundTo, person)
  return {
    addPasskey: abilityWith(passkeyAdditionWords)(mayAdd(self, person, passkeys.length, hasFactor)),
    addApplication: abilityWith(identityWords)(
      isBeside
        ? refuse('session_of_company')
        : mayEnrol(applications, '', { hasFactor, isSecondStepDone: self.aal === 'aal2' }),
    ),
    changeCredentials: abilityWith(credentialWords)(mayChangeCredentials(self)),
  }
}

/** The duty of a person in no company, which only the program can impose. */
function dutyOutsideCompanies(role: Role, isStrict: boolean): FactorAsked | null {
  const why = factorDuty({ role, decides: false }, policyOfProgram(isStrict))
  return why === null ? null : { why, company: null }
}
