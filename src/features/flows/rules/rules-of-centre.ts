/** Rules that ask for one cost centre: of the published flow and, where they are others, of the draft. */
import type { Conditions } from '#features/flows/rules/conditions.ts'

type RuleToAsk = {
  readonly id: string
  readonly name: string
  readonly conditions: Pick<Conditions, 'costCentreIds'>
}
type Rules = { readonly rules: readonly RuleToAsk[] }

/** A rule is named once, as published if it is: the draft may have it under another name. */
export function rulesOfCentre(
  { published, draft }: { readonly published: Rules | null; readonly draft: Rules | null },
  centreId: string,
): { readonly name: string; readonly isPublished: boolean }[] {
  const asking = (flow: Rules | null) =>
    (flow?.rules ?? []).filter(({ conditions }) => conditions.costCentreIds.includes(centreId))
  const holding = asking(published)
  const prepared = asking(draft).filter(({ id }) => !holding.some(each => each.id === id))
  return [
    ...holding.map(({ name }) => ({ name, isPublished: true })),
    ...prepared.map(({ name }) => ({ name, isPublished: false })),
  ]
}
