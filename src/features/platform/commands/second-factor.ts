/** Second factor of a person who lost the device and the codes, removed by the platform. */
import { removeFactors } from '#features/identity/commands/factors.ts'
import type { Refusal } from '#kernel/refusal.ts'

export const endSecondFactor = (
  identity: Parameters<typeof removeFactors>[0],
  operator: { readonly userId: string },
  userId: string,
): Promise<{ removed: number } | Refusal> => removeFactors(identity, userId, operator)
