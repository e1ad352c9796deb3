import { describe, expect, test } from 'vitest'
import {
  judgeRefresh,
  type Membership,
  maySignIn,
  needsCurrentPassword,
  type Person,
  type SessionState,
  sessionLimits,
  workingCompany,
} from '#features/identity/rules.ts'
import { refuse } from '#kernel/refusal.ts'

const now = new Date('2026-11-21T12:00:00.000Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString()

const session = (changes: Partial<SessionState> = {}): SessionState => ({
  counter: 5,
  minCounter: 0,
  seenCounter: 4,
  rotatedAt: ago(3600),
  notAfter: ago(-86_400),
  idleAfter: ago(-3600),
  ...changes,
})

describe('a refresh token', () => {
  const cases: [string, Partial<SessionState>, number, ReturnType<typeof judgeRefresh>][] = [
    ['that is the current one is exchanged for the next', {}, 5, 'rotate'],
    ['of another tab gets the same next one within ten seconds', { rotatedAt: ago(9.9) }, 4, 'repeat'],
    ['much older is still another tab within ten seconds', { rotatedAt: ago(3) }, 0, 'repeat'],
    ['whose answer was lost gets it again while nobody used it', { seenCounter: 4 }, 4, 'repeat'],
    ['used again after its successor was used is theft', { seenCounter: 5 }, 4, 'theft'],
    ['two steps behind is theft', {}, 3, 'theft'],
    ['exactly ten seconds old and two behind is theft', { rotatedAt: ago(10) }, 3, 'theft'],
    ['from the future was never ours', {}, 6, refuse('refresh_token_ahead')],
    [
      'of a weaker sign-in is refused even within ten seconds',
      { minCounter: 5, rotatedAt: ago(1) },
      4,
      refuse('refresh_token_already_used'),
    ],
    ['of an idle session has expired', { idleAfter: ago(0) }, 5, refuse('session_expired')],
    ['of an old session has expired', { notAfter: ago(1) }, 5, refuse('session_expired')],
  ]
  test.each(cases)('%s', (_, changes, counter, verdict) => {
    expect(judgeRefresh(session(changes), counter, now)).toEqual(verdict)
  })
})

const membership = (changes: Partial<Membership> = {}): Membership => ({
  factorPolicy: null,
  companyId: 'a',
  companyName: 'Norte',
  timeZone: 'Europe/Madrid',
  isSample: false,
  clientId: null,
  providerId: null,
  usable: true,
  ...changes,
})

const person = (changes: Partial<Person> = {}): Person => ({
  id: 'p',
  email: 'ana@norte.example',
  name: 'Ana',
  lastName: 'Pérez',
  role: 'provider',
  active: true,
  position: '',
  department: '',
  timeZone: null,
  emailConfirmedAt: null,
  newEmail: null,
  invitedAt: null,
  confirmationSentAt: null,
  recoverySentAt: null,
  emailChangeSentAt: null,
  hasSecondFactor: false,
  untrustedReason: null,
  lastSignInAt: null,
  createdAt: ago(1),
  updatedAt: ago(1),
  memberships: [membership()],
  ...changes,
})

describe('signing in', () => {
  test('an account that nobody activated is told so', () => {
    expect(maySignIn(person({ active: false }))).toMatchObject({ refused: 'pending_activation' })
  })

  test('somebody whom every company has shut out stays out', () => {
    const memberships = [membership({ usable: false })]
    expect(maySignIn(person({ memberships }))).toMatchObject({ refused: 'deactivated' })
  })

  test('an active account without a company yet may come in, to nobody’s company', () => {
    const alone = person({ memberships: [] })
    expect(maySignIn(alone)).toBe(true)
    expect(workingCompany(alone, null)).toBeNull()
  })

  test('the first usable company opens, or the one the session had', () => {
    const memberships = ['a', 'b', 'c'].map(companyId => membership({ companyId, usable: companyId !== 'a' }))
    expect(workingCompany(person({ memberships }), null)?.companyId).toBe('b')
    expect(workingCompany(person({ memberships }), 'c')?.companyId).toBe('c')
    expect(workingCompany(person({ memberships }), 'a')?.companyId).toBe('b')
  })

  test('the platform’s people work in no company, whatever the rows say', () => {
    expect(workingCompany(person({ role: 'admin_saas' }), 'a')).toBeNull()
  })
})

test('administrators sign in every day, others every month', () => {
  const hours = (ms: number) => ms / 3_600_000
  expect(hours(sessionLimits('admin').idleMs)).toBe(12)
  expect(hours(sessionLimits('admin_saas').absoluteMs)).toBe(24)
  expect(hours(sessionLimits('approver').idleMs)).toBe(14 * 24)
  expect(hours(sessionLimits('client').absoluteMs)).toBe(30 * 24)
})

test('the current password is asked for, unless the person has just signed in', () => {
  const signedInAgo = (seconds: number) => [
    { method: 'password', timestamp: Math.floor(now.getTime() / 1000) - seconds },
  ]
  expect(needsCurrentPassword(signedInAgo(599), now)).toBe(false)
  expect(needsCurrentPassword(signedInAgo(601), now)).toBe(true)
  expect(needsCurrentPassword([], now)).toBe(true)
})
