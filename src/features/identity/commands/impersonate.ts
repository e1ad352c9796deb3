/** Impersonation: begun in a session of its own, and ended before its time. */
import { randomBytes } from 'node:crypto'
import { endImpersonations } from '#features/identity/commands/end-sessions.ts'
import type { Identity } from '#features/identity/commands/identity.ts'
import { accessToken } from '#features/identity/commands/issue.ts'
import { identityFact } from '#features/identity/facts.ts'
import {
  asImpersonated,
  type ImpersonationRefusal,
  impersonationMinutes,
  mayImpersonate,
  mayImpersonatePerson,
} from '#features/identity/rules/impersonation.ts'
import { loadPerson } from '#features/identity/store/accounts.ts'
import { loadFactorPolicy } from '#features/identity/store/factor-policy.ts'
import {
  findMemberToImpersonate,
  insertSession,
  lockSession,
  type Session,
} from '#features/identity/store/sessions.ts'
import type { Impersonation, ImpersonationRequest } from '#features/identity/wire.ts'
import { newId } from '#kernel/ids.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { factorDuty, policyInForce } from '#kernel/second-factor.ts'
import { record } from '#server/database/journal.ts'
import { readAsPerson, type Self } from '#server/database/person.ts'
import { acrossCompanies, type TenantTx } from '#server/database/tenant.ts'
import { commonProblem } from '#server/problems.ts'

type Refused = Refusal<ImpersonationRefusal>

/**
 * Starts an impersonation: a token that reads as the other person, for half an hour and no longer than the own session.
 * The company's journal records the impersonator, the person and the reason. A running impersonation is ended first.
 */
export async function impersonate(
  identity: Identity,
  self: Self,
  request: ImpersonationRequest,
): Promise<Impersonation | Refused> {
  const may = mayImpersonate(self.role)
  if (isRefusal(may)) return may
  // An administrator impersonates only in the own company, whatever the request names.
  const companyId = self.role === 'admin' ? self.companyId : (request.companyId ?? null)
  if (companyId === null) return refuse('client_not_found')
  const session = await acrossCompanies(identity.db, self.requestId, async across => {
    // The lock serialises concurrent starts, and a start with a sign-out.
    if (!(await lockSession(across, self.sessionId))) throw commonProblem('unauthenticated')
    await endImpersonations(across, self.userId, [self.sessionId])
    return across.visit(companyId, tx => beginImpersonation(tx, self, request, identity))
  })
  return isRefusal(session) ? session : impersonationAnswer(identity, session)
}

async function beginImpersonation(
  tx: TenantTx,
  self: Self,
  { userId = null, reason }: ImpersonationRequest,
  { isStrict }: Pick<Identity, 'isStrict'>,
): Promise<Session | Refused> {
  // Impersonation must not bypass the second factor: the company's policy applies to its administrators, the program's
  // to platform operators.
  const chosen = self.role === 'admin' ? await loadFactorPolicy(tx) : null
  const duty = factorDuty({ role: self.role, decides: false }, policyInForce(isStrict, chosen))
  if (duty !== null && self.aal !== 'aal2') throw commonProblem('second_factor_missing')
  const target = await findMemberToImpersonate(tx, userId)
  if (target === null && userId === null) return refuse('company_without_admin')
  const may = mayImpersonatePerson(self.role, target)
  if (isRefusal(may) || target === null) return refuse('client_not_found')
  const session = newImpersonation(tx, self, target.userId)
  await insertSession(tx, session, { ip: '', userAgent: null })
  await record(
    tx,
    self,
    identityFact('impersonation.started', target.userId, {
      after: { sessionId: session.id, role: target.role, until: session.notAfter },
      reason,
    }),
  )
  return session
}

function newImpersonation(tx: TenantTx, self: Self, userId: string): Session {
  const ends = new Date(tx.now.getTime() + impersonationMinutes * 60_000).toISOString()
  return {
    id: newId(tx.now.getTime()),
    userId,
    companyId: tx.companyId,
    hmacKey: randomBytes(32),
    counter: 0,
    minCounter: 0,
    seenCounter: 0,
    rotatedAt: tx.now.toISOString(),
    notAfter: ends,
    idleAfter: ends,
    aal: 'aal1',
    amr: [],
    parentId: self.sessionId,
    impersonatorId: self.userId,
    boundTo: null,
  }
}

async function impersonationAnswer(identity: Identity, session: Session): Promise<Impersonation | Refused> {
  const person = await readAsPerson(identity.db, session.userId, tx => loadPerson(tx, tx.userId))
  const company = person?.memberships.find(one => one.companyId === session.companyId)
  if (!person || !company) return refuse('client_not_found')
  const { token, expiresAt } = await accessToken(identity, session, asImpersonated(person, company), company)
  const { id, email, role } = person
  const name = `${person.name} ${person.lastName}`.trim()
  return {
    accessToken: token,
    expiresAt,
    user: { id, name, email, role },
    company: { id: company.companyId, name: company.companyName, timeZone: company.timeZone },
  }
}

/** Ends this session's impersonations, and records the end in the company where each began. */
export async function stopImpersonating(
  { db }: Pick<Identity, 'db'>,
  { sessionId, userId, requestId }: Self,
): Promise<{ ended: number }> {
  const ended = await acrossCompanies(db, requestId, across => endImpersonations(across, userId, [sessionId]))
  return { ended }
}
