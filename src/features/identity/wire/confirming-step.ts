/** Wire of the step by which somebody has confirmed who they are. */
import { z } from 'zod'
import { confirmingSteps } from '#features/identity/rules/confirmation.ts'

export const ConfirmingStepWire = z.enum(confirmingSteps)
