/** Movement of an order's amount in the budgets that it is charged to. */
import { type Movement, movementFor } from '#features/contracts/rules/movements.ts'
import { type MovedDocument, moveBudget } from '#features/contracts/store.ts'
import type { CentreCharge } from '#features/cost-centres/rules/charge.ts'
import { moveCentre } from '#features/cost-centres/store.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/**
 * Writes the order's movement in the ledgers and roll-ups of its contract and of its cost centre, in the transaction that
 * causes it: nothing else writes in either.
 */
export async function moveBudgets(
  tx: TenantTx,
  document: MovedDocument & { readonly costCentre: CentreCharge | null },
  asked: Movement,
): Promise<void> {
  const movement = movementFor(document, asked)
  await Promise.all([
    moveBudget(tx, document, asked),
    document.costCentre !== null &&
      movement !== null &&
      moveCentre(tx, document, document.costCentre, movement),
  ])
}
