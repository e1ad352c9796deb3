import { secondFactorState } from '#features/identity/commands/factor-state.ts'
import { renewRecoveryCodes } from '#features/identity/commands/factors-recovery.ts'
import { type Identity, mayTryCode } from '#features/identity/commands/identity.ts'
import { impersonate, stopImpersonating } from '#features/identity/commands/impersonate.ts'
import {
  confirmAddress as confirmPending,
  refuseAddress as refusePending,
} from '#features/identity/commands/pending-address.ts'
import { takeBackAddress } from '#features/identity/commands/redeem.ts'
import { endOwnSession, openSessions } from '#features/identity/commands/sessions.ts'
import { switchActiveCompany } from '#features/identity/commands/switch-company.ts'
import { chooseOwnTimeZone } from '#features/identity/commands/time-zone.ts'
import { identityWords, impersonationRefusalText } from '#features/identity/text.ts'
import { getSecondFactor, makeRecoveryCodes } from '#features/identity/wire/factors.ts'
import { confirmAddress, refuseAddress } from '#features/identity/wire/pending-address.ts'
import { endSession, listSessions } from '#features/identity/wire/sessions.ts'
import { chooseTimeZone } from '#features/identity/wire/time-zone.ts'
import {
  endImpersonation,
  startImpersonation,
  switchCompany,
  undoEmailChange,
} from '#features/identity/wire.ts'
import { open, own, type Route } from '#server/http/route.ts'

/** Routes of our own API about a person's account and sessions, independent of the company in which they work. */
export const ownRoutes = (identity: Identity): readonly Route[] => [
  own(switchCompany, identityWords, (self, { body }) =>
    switchActiveCompany(identity.db, self, body.companyId.toLowerCase()),
  ),
  own(startImpersonation, impersonationRefusalText, (self, { body }) => impersonate(identity, self, body)),
  own(endImpersonation, identityWords, self => stopImpersonating(identity, self)),
  own(makeRecoveryCodes, identityWords, self => renewRecoveryCodes(identity, self)),
  own(getSecondFactor, identityWords, self => secondFactorState(identity, self)),
  own(listSessions, identityWords, self => openSessions(identity, self)),
  own(endSession, identityWords, (self, { params }) =>
    endOwnSession(identity, self, params.sessionId.toLowerCase()),
  ),
  own(chooseTimeZone, identityWords, (self, { body }) => chooseOwnTimeZone(identity, self, body.timeZone)),
  open(
    confirmAddress,
    async ({ body }, from) => {
      const may = await mayTryCode(identity, from)
      return may === true ? confirmPending(identity, body.code) : may
    },
    identityWords,
  ),
  open(
    refuseAddress,
    async ({ body }, from) => {
      const may = await mayTryCode(identity, from)
      return may === true ? refusePending(identity, body.code) : may
    },
    identityWords,
  ),
  open(undoEmailChange, ({ body }, from) => takeBackAddress(identity, body.code, from), identityWords),
]
