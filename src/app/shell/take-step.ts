/** Steps that a refused call asks of its person. */
import { session } from '#app/session.ts'
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

/** Asks once, also where several calls wait for it: one confirmation serves them all, of whoever is signed in still. */
async function confirmIdentity(problem: Problem, profile: string): Promise<boolean> {
  const before = whoWorksWhere()
  asking ??= import('#app/shell/confirm-identity.tsx')
    .then(({ askIdentity }) => askIdentity(problem, profile))
    .finally(() => {
      asking = null
    })
  return (await asking) && whoWorksWhere() === before
}

/** Person and company of the session: what one of them began is not gone on with by another, or elsewhere. */
function whoWorksWhere(): string {
  const state = session.current()
  return state.kind === 'in' ? `${state.user.id} ${state.user.companyId}` : state.kind
}
