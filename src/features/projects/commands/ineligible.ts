/** Refusal of people who were chosen and cannot hold what they were chosen for: who it is, and in which field. */
import { readNames } from '#features/projects/store/people.ts'
import { type Refusal, refuseAt } from '#kernel/refusal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/**
 * Refuses the first of these lists, by their fields, with somebody who is not eligible. Whoever is no member of the company
 * stays unnamed. True when there is nobody.
 */
export async function onlyEligible(
  tx: TenantTx,
  lists: { readonly [field: string]: readonly string[] },
  eligible: readonly string[],
): Promise<true | Refusal<'person_not_eligible'>> {
  for (const [field, ids] of Object.entries(lists)) {
    const id = ids.find(each => !eligible.includes(each.toLowerCase()))
    if (id === undefined) continue
    const name = (await readNames(tx, [id])).get(id)
    return refuseAt(`/${field}`, 'person_not_eligible', name === undefined ? undefined : { name })
  }
  return true
}
