import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Area } from '#kernel/actor.ts'
import { listenToProblems } from '#ui/api.ts'

/** Has a person whom a call refuses take the step that it asks for; its code loads with the first such refusal. */
export function useMissingSteps(area: Area): void {
  const navigate = useNavigate()
  useEffect(
    () =>
      listenToProblems(
        problem =>
          problem.status === 403 &&
          import('#app/shell/take-step.ts').then(
            ({ takeStep }) => takeStep(problem, area, navigate),
            () => false,
          ),
      ),
    [area, navigate],
  )
}
