/** Secrets sealed anew with the first key, and those left that only their owner's next sign-in renews. */
import { sealedSignIn, signInSeal } from '#features/company-sign-in/store.ts'
import { companiesWithPeople } from '#features/identity/store/accounts.ts'
import { countOtherHashes, type OtherHashes, sealedFactors } from '#features/identity/store/secrets.ts'
import { outsideAnyTransaction } from '#features/identity/store/statements.ts'
import { mailboxSeal, sealedPasswords } from '#features/mailboxes/store.ts'
import { sealedDevices } from '#features/notices/store/devices.ts'
import { sealedSecrets, webhookSeal } from '#features/webhooks/store.ts'
import { type Resealed, resealRows, type SealedRows } from '#server/auth/resealing.ts'
import { openSeal, type Seal } from '#server/auth/seal.ts'
import type { Secret } from '#server/auth/secret-keys.ts'
import { keySeal, sealedKeys } from '#server/auth/signing-keys.ts'
import type { Db } from '#server/database/db.ts'
import { mailSeal, sealedMails } from '#server/mail/queue.ts'
import { deviceSeal } from '#server/push/push-address.ts'

export type ResealReport = {
  readonly sealed: {
    readonly [what in
      | 'second factors'
      | 'signing keys'
      | 'mails'
      | 'devices'
      | 'webhook secrets'
      | 'company sign-in'
      | 'mailbox passwords']: Resealed
  }
  readonly left: OtherHashes
}

export async function reseal(db: Db, secret: Secret): Promise<ResealReport> {
  const on = outsideAnyTransaction(db)
  const sealed = {
    'second factors': await resealRows(openSeal(secret, 'factors'), sealedFactors(on)),
    'signing keys': await resealRows(keySeal(secret), sealedKeys(db)),
    mails: await resealRows(mailSeal(secret), sealedMails(db)),
    devices: await resealRows(deviceSeal(secret), sealedDevices(db)),
    'webhook secrets': await resealCompanies(db, webhookSeal(secret), sealedSecrets),
    'company sign-in': await resealCompanies(db, signInSeal(secret), sealedSignIn),
    'mailbox passwords': await resealCompanies(db, mailboxSeal(secret), sealedPasswords),
  }
  return { sealed, left: await countOtherHashes(on, secret.first.id) }
}

/** Secrets that are rows of companies, each company in a transaction of its own. */
async function resealCompanies(
  db: Db,
  seal: Seal,
  rowsOf: (db: Db, companyId: string) => SealedRows,
): Promise<Resealed> {
  let changed = 0
  let unreadable = 0
  for (const company of await companiesWithPeople(outsideAnyTransaction(db))) {
    const resealed = await resealRows(seal, rowsOf(db, company))
    changed += resealed.changed
    unreadable += resealed.unreadable
  }
  return { changed, unreadable }
}
