/** Routes of passkeys: the person's own, signing in with one, and the second step with one. */
import type { FastifyInstance } from 'fastify'
import { parse, requireLiveSession, unlessRefused } from '#features/identity/api/reading.ts'
import type { Identity } from '#features/identity/commands/identity.ts'
import { ownPasskeys, removeOwnPasskey, renameOwnPasskey } from '#features/identity/commands/passkeys.ts'
import { addOwnPasskey, beginAdding } from '#features/identity/commands/passkeys-adding.ts'
import {
  beginPasskeyEntry,
  beginPasskeyStep,
  enterWithPasskey,
  stepWithPasskey,
} from '#features/identity/commands/passkeys-sign-in.ts'
import { identityWords, passkeyAdditionWords } from '#features/identity/text.ts'
import {
  beginPasskeySignIn,
  finishPasskeySignIn,
  PasskeyProofWire,
} from '#features/identity/wire/passkey-sign-in.ts'
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from '#features/identity/wire/passkeys.ts'
import { open, own, type Route } from '#server/http/route.ts'

export const passkeyRoutes = (identity: Identity): readonly Route[] => [
  own(listPasskeys, identityWords, self => ownPasskeys(identity, self)),
  own(beginPasskey, passkeyAdditionWords, (self, { body }) => beginAdding(identity, self, body)),
  own(addPasskey, passkeyAdditionWords, (self, { body }) => addOwnPasskey(identity, self, body)),
  own(renamePasskey, identityWords, (self, { params, body }) =>
    renameOwnPasskey(identity, self, { id: params.passkeyId.toLowerCase(), name: body.name }),
  ),
  own(removePasskey, identityWords, (self, { params }) =>
    removeOwnPasskey(identity, self, params.passkeyId.toLowerCase()),
  ),
  open(beginPasskeySignIn, (_input, from) => beginPasskeyEntry(identity, from), identityWords),
  open(finishPasskeySignIn, ({ body }, from) => enterWithPasskey(identity, body, from), identityWords),
]

/** Mounts the second step with a passkey, beside that with a code. */
export function mountPasskeyStep(app: FastifyInstance, identity: Identity): void {
  app.post('/factors/passkey/challenge', async request => {
    const live = await requireLiveSession(identity, request)
    return unlessRefused(await beginPasskeyStep(identity, live))
  })
  app.post('/factors/passkey', async request => {
    const live = await requireLiveSession(identity, request)
    return unlessRefused(await stepWithPasskey(identity, live, parse(PasskeyProofWire, request.body)))
  })
}
