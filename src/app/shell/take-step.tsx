/** Steps that a refused call asks of its person. */
import { CSPProvider } from '@base-ui/react/csp-provider'
import { createRoot } from 'react-dom/client'
import { session } from '#app/session.ts'
import { ConfirmIdentityDialog } from '#features/step-up/web/confirm-identity-dialog.tsx'
import type { Area } from '#kernel/actor.ts'
import { type CommonProblem, type Problem, problemType } from '#kernel/problem.ts'

const steps = {
  required: problemType('second_step_required' satisfies CommonProblem),
  missing: problemType('second_factor_missing' satisfies CommonProblem),
  confirmation: problemType('confirmation_required' satisfies CommonProblem),
}

/** Leads the person to the step that is missing; true once it is taken here, and the call may be made again. */
export async function takeStep(
  problem: Problem,
  area: Area,
  navigate: (target: { to: string }) => Promise<void>,
): Promise<boolean> {
  const { type } = problem
  const profile = `/${area}/profile`
  if (type === steps.confirmation) return confirmIdentity(problem, profile)
  // The renewed session knows of the factor: the guards do the rest.
  if (type === steps.required) session.renew().catch(() => {})
  if (type === steps.missing) void navigate({ to: profile })
  return false
}

let asking: Promise<boolean> | null = null

/** Asks once, also where several calls wait for it: one confirmation serves them all. */
function confirmIdentity(problem: Problem, profile: string): Promise<boolean> {
  asking ??= ask(problem, profile).finally(() => {
    asking = null
  })
  return asking
}

/** Shows the dialog above whatever is open, in a place of its own: the screen below keeps all that it holds. */
function ask(problem: Problem, profile: string): Promise<boolean> {
  return new Promise(resolve => {
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    const close = (isConfirmed: boolean) => {
      root.unmount()
      place.remove()
      resolve(isConfirmed)
    }
    root.render(
      <CSPProvider disableStyleElements>
        <ConfirmIdentityDialog facts={problem.facts ?? {}} profile={profile} onClose={close} />
      </CSPProvider>,
    )
  })
}
