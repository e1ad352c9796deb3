/** What the secret sealed, sealed anew with its first key, and what is left that only its owner's next sign-in renews. */
import { countOtherHashes, type OtherHashes, sealedFactors } from '#features/identity/store/secrets.ts'
import { outsideAnyTransaction } from '#features/identity/store/statements.ts'
import { type Resealed, resealRows } from '#server/auth/resealing.ts'
import { openSeal } from '#server/auth/seal.ts'
import type { Secret } from '#server/auth/secret-keys.ts'
import { keySeal, sealedKeys } from '#server/auth/signing-keys.ts'
import type { Db } from '#server/database/db.ts'
import { mailSeal, sealedMails } from '#server/mail/queue.ts'

export type ResealReport = {
  readonly sealed: { readonly [what in 'second factors' | 'signing keys' | 'mails']: Resealed }
  readonly left: OtherHashes
}

export async function reseal(db: Db, secret: Secret): Promise<ResealReport> {
  const on = outsideAnyTransaction(db)
  const sealed = {
    'second factors': await resealRows(openSeal(secret, 'factors'), sealedFactors(on)),
    'signing keys': await resealRows(keySeal(secret), sealedKeys(db)),
    mails: await resealRows(mailSeal(secret), sealedMails(db)),
  }
  return { sealed, left: await countOtherHashes(on, secret.first.id) }
}
