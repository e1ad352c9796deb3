import {
  beginPasskeyConfirmation,
  confirmWithCode,
  confirmWithPasskey,
  confirmWithPassword,
} from '#features/identity/commands/confirm.ts'
import type { Identity } from '#features/identity/commands/identity.ts'
import { confirmationWords } from '#features/identity/text.ts'
import {
  beginIdentityConfirmation,
  confirmIdentityWithCode,
  confirmIdentityWithPasskey,
  confirmIdentityWithPassword,
} from '#features/identity/wire/confirmation.ts'
import { own, type Route } from '#server/http/route.ts'

/** Routes by which a session's person confirms that they are there. */
export const confirmationRoutes = (identity: Identity): readonly Route[] => [
  own(confirmIdentityWithPassword, confirmationWords, (self, { body }) =>
    confirmWithPassword(identity, self, body.password),
  ),
  own(confirmIdentityWithCode, confirmationWords, (self, { body }) =>
    confirmWithCode(identity, self, body.code),
  ),
  own(beginIdentityConfirmation, confirmationWords, self => beginPasskeyConfirmation(identity, self)),
  own(confirmIdentityWithPasskey, confirmationWords, (self, { body }) =>
    confirmWithPasskey(identity, self, body),
  ),
]
