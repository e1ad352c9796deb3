/** Basis of a stage ("Por qué me toca"): the sentence that it keeps from the day it is opened. */
import type { Route, RouteStage } from '#features/approvals/rules/route.ts'
import { conversionWords } from '#features/exchange-rates/text.ts'
import { conditionWords } from '#features/flows/text.ts'

export const overrunBasis =
  'El pedido supera lo que queda en su contrato: lo aprueba un responsable de presupuesto'

/** Of an order that fits in its contract; the sentence does not name the centre, which not every reader may know. */
export const centreOverrunBasis =
  'El pedido supera lo que queda en el presupuesto de su centro de coste: lo aprueba un responsable de presupuesto'

/** The order's centre, which the sentence of a rule does not name either. */
const centreUntold = () => 'del pedido'

type BasisOfRoute = Pick<Route, 'rule' | 'met' | 'flowVersion' | 'conversions' | 'names'>

function basisWords(
  { origin }: Pick<RouteStage, 'origin'>,
  { rule, met, flowVersion, conversions, names }: BasisOfRoute,
): string {
  const converted = conversions.map(each => `; ${conversionWords(each)}`).join('')
  switch (origin) {
    case 'general':
      return `Flujo general: aprueban todos los aprobadores del proyecto${converted}`
    case 'rule':
      return `Regla «${rule?.name}» (flujo ${flowVersion}): ${met ? conditionWords(met, id => names.get(id) ?? id, centreUntold) : ''}${converted}`
    case 'overrun':
      return overrunBasis
  }
}

/** Stages of a route, numbered from one, each with its sentence. */
export const stagesWithBasis = (route: Route) =>
  route.stages.map((stage, index) => ({ ...stage, stage: index + 1, basis: basisWords(stage, route) }))
