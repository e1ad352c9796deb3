import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { session } from '#app/session.ts'
import type { Area } from '#kernel/actor.ts'
import { type CommonProblem, problemType } from '#kernel/problem.ts'
import { listenToProblems } from '#ui/api.ts'

const steps = {
  required: problemType('second_step_required' satisfies CommonProblem),
  missing: problemType('second_factor_missing' satisfies CommonProblem),
}

/** Leads a person with a second factor due to where it is given, or set up. */
export function useMissingSteps(area: Area): void {
  const navigate = useNavigate()
  useEffect(
    () =>
      listenToProblems(({ type }) => {
        // The renewed session knows of the factor: the guards do the rest.
        if (type === steps.required) session.renew().catch(() => {})
        if (type === steps.missing) void navigate({ to: `/${area}/profile` })
      }),
    [area, navigate],
  )
}
