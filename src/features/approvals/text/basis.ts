/** Basis of a stage ("Por qué me toca"): the sentence that it keeps from the day it is opened. */
import type { Route, RouteStage } from '#features/approvals/rules/route.ts'
import { conversionWords } from '#features/exchange-rates/text.ts'
import { conditionWords } from '#features/flows/text.ts'

export type Exceeded = 'contract' | 'centre' | 'both'

/** Sentence of the budget owners' stage; it does not name the centre, which not every reader may know. */
export const overrunBasis = (exceeded: Exceeded): string =>
  `El pedido supera lo que queda en ${exceededWords[exceeded]}: lo aprueba un responsable de presupuesto`

const exceededWords: { readonly [exceeded in Exceeded]: string } = {
  contract: 'su contrato',
  centre: 'el presupuesto de su centro de coste',
  both: 'su contrato y en el presupuesto de su centro de coste',
}

/** The order's centre, which the sentence of a rule does not name either. */
const centreUntold = () => 'del pedido'

type BasisOfRoute = Pick<Route, 'rule' | 'met' | 'flowVersion' | 'conversions' | 'names' | 'exceedsCentre'>

function basisWords(
  { origin }: Pick<RouteStage, 'origin'>,
  { rule, met, flowVersion, conversions, names, exceedsCentre }: BasisOfRoute,
): string {
  const converted = conversions.map(each => `; ${conversionWords(each)}`).join('')
  switch (origin) {
    case 'general':
      return `Flujo general: aprueban todos los aprobadores del proyecto${converted}`
    case 'rule':
      return `Regla «${rule?.name}» (flujo ${flowVersion}): ${met ? conditionWords(met, id => names.get(id) ?? id, centreUntold) : ''}${converted}`
    case 'overrun':
      return overrunBasis(exceedsCentre ? 'both' : 'contract')
  }
}

/** Stages of a route, numbered from one, each with its sentence. */
export const stagesWithBasis = (route: Route) =>
  route.stages.map((stage, index) => ({ ...stage, stage: index + 1, basis: basisWords(stage, route) }))
