/** Ledger accounts said by an administrator: all of a call's, or none. */
import { closingFact } from '#features/closings/facts.ts'
import { accountKey } from '#features/closings/rules/ledger-accounts.ts'
import { type ClosingRefusal, mayKeepBooks } from '#features/closings/rules.ts'
import {
  knownProviders,
  lockLedgerAccounts,
  readLedgerAccounts,
  saveLedgerAccount,
} from '#features/closings/store/ledger-accounts.ts'
import { closingActor } from '#features/closings/views/subject.ts'
import type { changeLedgerAccounts, SubjectWire } from '#features/closings/wire/ledger-accounts.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf, ResponseOf } from '#kernel/endpoint.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export async function sayAccounts(
  tx: TenantTx,
  actor: Actor,
  { changes }: BodyOf<typeof changeLedgerAccounts>,
): Promise<ResponseOf<typeof changeLedgerAccounts> | Refusal<ClosingRefusal>> {
  const may = mayKeepBooks(await closingActor(tx, actor))
  if (may !== true) return may
  await lockLedgerAccounts(tx)
  const providers = changes.flatMap(({ subject }) => findProvider(subject) ?? [])
  const [accounts, known] = await Promise.all([readLedgerAccounts(tx), knownProviders(tx, providers)])
  if (providers.some(id => !known.has(id))) return refuse('not_found')
  const keyed = new Map(changes.map(change => [accountKey(change.subject), change]))
  const before = Object.fromEntries([...keyed.keys()].map(key => [key, accounts.get(key) ?? '']))
  if ([...keyed].some(([key, { seen }]) => seen !== before[key])) return refuse('stale_account')
  const changed = [...keyed].filter(([key, { code }]) => code !== before[key])
  if (changed.length === 0) return { changed: 0 }
  for (const [, { subject, code }] of changed) await saveLedgerAccount(tx, subject, code === '' ? null : code)
  await record(
    tx,
    actor,
    closingFact('ledger_accounts.changed', tx.companyId, {
      before: Object.fromEntries(changed.map(([key]) => [key, before[key] ?? ''])),
      after: Object.fromEntries(changed.map(([key, { code }]) => [key, code])),
    }),
  )
  return { changed: changed.length }
}

const findProvider = (subject: SubjectWire): string | null =>
  'providerId' in subject ? subject.providerId : null
