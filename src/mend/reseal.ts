/** What the secret sealed, sealed anew with its first key, and what is left that only its owner's next sign-in renews. */
import { companiesWithPeople } from '#features/identity/store/accounts.ts'
import { countOtherHashes, type OtherHashes, sealedFactors } from '#features/identity/store/secrets.ts'
import { outsideAnyTransaction } from '#features/identity/store/statements.ts'
import { sealedSecrets, webhookSeal } from '#features/webhooks/store.ts'
import { type Resealed, resealRows } from '#server/auth/resealing.ts'
import { openSeal } from '#server/auth/seal.ts'
import type { Secret } from '#server/auth/secret-keys.ts'
import { keySeal, sealedKeys } from '#server/auth/signing-keys.ts'
import type { Db } from '#server/database/db.ts'
import { mailSeal, sealedMails } from '#server/mail/queue.ts'

export type ResealReport = {
  readonly sealed: {
    readonly [what in 'second factors' | 'signing keys' | 'mails' | 'webhook secrets']: Resealed
  }
  readonly left: OtherHashes
}

export async function reseal(db: Db, secret: Secret): Promise<ResealReport> {
  const on = outsideAnyTransaction(db)
  const sealed = {
    'second factors': await resealRows(openSeal(secret, 'factors'), sealedFactors(on)),
    'signing keys': await resealRows(keySeal(secret), sealedKeys(db)),
    mails: await resealRows(mailSeal(secret), sealedMails(db)),
    'webhook secrets': await resealWebhooks(db, secret),
  }
  return { sealed, left: await countOtherHashes(on, secret.first.id) }
}

/** Secrets of webhooks are rows of companies, each in a transaction of its own. */
async function resealWebhooks(db: Db, secret: Secret): Promise<Resealed> {
  let changed = 0
  let unreadable = 0
  for (const company of await companiesWithPeople(outsideAnyTransaction(db))) {
    const resealed = await resealRows(webhookSeal(secret), sealedSecrets(db, company))
    changed += resealed.changed
    unreadable += resealed.unreadable
  }
  return { changed, unreadable }
}
