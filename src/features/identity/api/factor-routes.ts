import type { FastifyInstance, FastifyRequest } from 'fastify'
import { authError, refusalError } from '#features/identity/api/problems.ts'
import { parse, requireLiveSession, unlessRefused } from '#features/identity/api/reading.ts'
import { challengeFactor, enrolFactor, removeFactor } from '#features/identity/commands/factors.ts'
import { useRecoveryCode } from '#features/identity/commands/factors-recovery.ts'
import { verifyFactor } from '#features/identity/commands/factors-verify.ts'
import type { Identity } from '#features/identity/commands/identity.ts'
import {
  EnrolWire,
  FactorCodeWire,
  FactorPathWire,
  RecoveryCodeWire,
} from '#features/identity/wire/factors.ts'
import { refuse } from '#kernel/refusal.ts'

/** Routes of the second factor: enrolment, challenge, verification and removal. */
export function mountFactors(app: FastifyInstance, identity: Identity): void {
  app.post('/factors', async request => {
    const live = await requireLiveSession(identity, request)
    const { factor_type, friendly_name } = parse(EnrolWire, request.body)
    checkType(factor_type)
    return unlessRefused(await enrolFactor(identity, live, friendly_name ?? null))
  })
  app.post('/factors/:id/challenge', async request => {
    const live = await requireLiveSession(identity, request)
    return unlessRefused(await challengeFactor(identity, live, parseFactorId(request)))
  })
  app.post('/factors/:id/verify', async request => {
    const live = await requireLiveSession(identity, request)
    const factorId = parseFactorId(request)
    const { challenge_id: challengeId, code } = parse(FactorCodeWire, request.body)
    return unlessRefused(await verifyFactor(identity, live, { factorId, challengeId, code }))
  })
  app.delete('/factors/:id', async request => {
    const live = await requireLiveSession(identity, request)
    return unlessRefused(await removeFactor(identity, live, parseFactorId(request)))
  })
  app.post('/factors/recovery', async request => {
    const live = await requireLiveSession(identity, request)
    return unlessRefused(await useRecoveryCode(identity, live, parse(RecoveryCodeWire, request.body).code))
  })
}

function checkType(type: string): void {
  if (type === 'phone') throw authError('phone_factor')
  if (type === 'webauthn') throw authError('webauthn_factor')
  if (type !== 'totp') throw authError('validation_failed', 'factor_type needs to be totp')
}

/** The factor's id in the path. A malformed id is answered exactly as an unknown one. */
function parseFactorId(request: FastifyRequest): string {
  const parsed = FactorPathWire.safeParse(request.params)
  if (!parsed.success) throw refusalError(refuse('factor_not_found'))
  return parsed.data.id
}
