/** Basis of a stage ("Por qué me toca"): the sentence that it keeps from the day it is opened. */
import type { Route, RouteStage } from '#features/approvals/rules/route.ts'
import { conditionWords } from '#features/flows/text.ts'

export const overrunBasis =
  'El pedido supera lo que queda en su contrato: lo aprueba un responsable de presupuesto'

function basisWords(
  { origin }: Pick<RouteStage, 'origin'>,
  { rule, flowVersion }: Pick<Route, 'rule' | 'flowVersion'>,
): string {
  switch (origin) {
    case 'general':
      return 'Flujo general: aprueban todos los aprobadores del proyecto'
    case 'rule':
      return `Regla «${rule?.name}» (flujo ${flowVersion}): ${rule ? conditionWords(rule.conditions) : ''}`
    case 'overrun':
      return overrunBasis
  }
}

/** Stages of a route, numbered from one, each with its sentence. */
export const stagesWithBasis = (route: Route) =>
  route.stages.map((stage, index) => ({ ...stage, stage: index + 1, basis: basisWords(stage, route) }))
