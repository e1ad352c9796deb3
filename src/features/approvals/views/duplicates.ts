/** Re-exported for `commands/duplicates.ts`: submitting asks the query that the screen shows. */
import { findDraftDuplicates, type Sought } from '#features/documents/views/duplicates.ts'
import type { DuplicatesWire } from '#features/documents/wire/duplicates.ts'
import type { Actor } from '#kernel/actor.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export const looksLike = (tx: TenantTx, actor: Actor, sought: Sought): Promise<DuplicatesWire> =>
  findDraftDuplicates(tx, actor, sought)
