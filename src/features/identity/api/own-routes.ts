import type { Identity } from '#features/identity/commands/identity.ts'
import { impersonate, stopImpersonating } from '#features/identity/commands/impersonate.ts'
import { takeBackAddress } from '#features/identity/commands/redeem.ts'
import { enterCompany } from '#features/identity/commands/switch-company.ts'
import { identityWords, impersonationWordsOf } from '#features/identity/text.ts'
import {
  endImpersonation,
  startImpersonation,
  switchCompany,
  undoEmailChange,
} from '#features/identity/wire.ts'
import { open, own, type Route } from '#server/http/route.ts'

/** Our own calls about the account and its sessions: of a person, in whatever company they work or in none. */
export const ownRoutes = (identity: Identity): readonly Route[] => [
  own(switchCompany, identityWords, (self, { body }) =>
    enterCompany(identity.db, self, body.companyId.toLowerCase()),
  ),
  own(startImpersonation, impersonationWordsOf, (self, { body }) => impersonate(identity, self, body)),
  own(endImpersonation, identityWords, self => stopImpersonating(identity, self)),
  open(undoEmailChange, ({ body }, from) => takeBackAddress(identity, body.code, from), identityWords),
]
