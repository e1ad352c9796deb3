/** Steps that a refused call asks of its person. */
import { owedFactor } from '#app/owed-factor.ts'
import { session } from '#app/session.ts'
import { askWhileHere } from '#app/shell/ask-while-here.ts'
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
  if (type === steps.missing) {
    const state = session.current()
    if (state.kind === 'in') sessionStorage.setItem(owedFactor, state.user.id)
    void navigate({ to: profile })
  }
  return false
}

const ask = askWhileHere({ whoWorksWhere, subscribe: session.subscribe })

/** Asks once, also where several calls wait for it: one confirmation serves them all. */
const confirmIdentity = (problem: Problem, profile: string): Promise<boolean> =>
  ask(async over => {
    const { askIdentity } = await import('#app/shell/confirm-identity.tsx')
    return askIdentity(problem, profile, over)
  })

function whoWorksWhere(): string {
  const state = session.current()
  return state.kind === 'in' ? `${state.user.id} ${state.user.companyId}` : state.kind
}
