/** Refusals of an order that is sent, each beside the field that it is about. Loaded with the first of them. */
import { chargeRefusals } from '#features/cost-centres/wire/refusals.ts'
import { problemType } from '#kernel/problem.ts'
import { ApiProblem } from '#ui/api.ts'
import { queryClient } from '#ui/query-client.ts'

const centrePointer = '/costCentreId'

/** Pointer of the field beside which each refusal is told: the reason that it asks for, or the cost centre. */
const pointers = new Map([
  [problemType('possible_duplicate'), '/duplicateReason'],
  [problemType('alarm_unexplained'), '/alarmReason'],
  ...chargeRefusals.map(refusal => [problemType(refusal), centrePointer] as const),
])

/**
 * Throws a refusal of the order as an error of the field that it is about, after a reload of the duplicates. Any other
 * error is thrown as it is, so also the refusal of a cost centre that the form does not show.
 */
export async function throwBesideField(
  error: unknown,
  { hasCentre }: { hasCentre: boolean },
): Promise<never> {
  const pointer = error instanceof ApiProblem && pointers.get(error.problem.type)
  if (!pointer || (pointer === centrePointer && !hasCentre)) throw error
  await queryClient.invalidateQueries({ queryKey: ['documents', 'alike'] })
  const issue = { pointer, code: 'refused', message: error.problem.title }
  throw new ApiProblem({ ...error.problem, issues: [issue] })
}
