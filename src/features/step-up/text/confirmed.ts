/** Spanish words of a confirmation that was given. */
import { confirmingSteps } from '#features/identity/rules/confirmation.ts'

const steps = new Set<unknown>(confirmingSteps)

/**
 * Words for a step that was taken; null for what asked for no confirmation. By which step stands in the journal alone: on
 * paper it would say who has no second factor.
 */
export const identityText = (step: unknown): string | null =>
  steps.has(step) ? 'identidad confirmada' : null
