import type { FastifyInstance } from 'fastify'
import { authError } from '#features/identity/api/problems.ts'
import { isRecord, parse, requireLiveSession, unlessRefused } from '#features/identity/api/reading.ts'
import type { Identity } from '#features/identity/commands/identity.ts'
import { policyFor } from '#features/identity/commands/issue.ts'
import { updateUser } from '#features/identity/commands/update-user.ts'
import { userWire } from '#features/identity/views.ts'
import { UserUpdateWire } from '#features/identity/wire.ts'

/** Routes of the signed-in person's own account. */
export function mountUser(app: FastifyInstance, identity: Identity): void {
  app.get('/user', async request => {
    const { session, person, company, factors } = await requireLiveSession(identity, request)
    return userWire(person, company, factors, policyFor(identity, session, company))
  })
  app.put('/user', async request => {
    const live = await requireLiveSession(identity, request)
    if (isRecord(request.body) && 'app_metadata' in request.body) throw authError('not_admin')
    return unlessRefused(await updateUser(identity, live, parse(UserUpdateWire, request.body)))
  })
}
