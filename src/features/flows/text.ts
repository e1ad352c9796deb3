/** Spanish words of approval flows: refusals, conditions and stages. */
import { type Conditions, withoutCentre } from '#features/flows/rules/conditions.ts'
import type { TaxCategory } from '#features/flows/rules/tax-categories.ts'
import type { FlowRefusal, StagePlan } from '#features/flows/rules.ts'
import { untrustedWords } from '#features/identity/text/account-trust.ts'
import { abilityWith, type RefusalWords, refusalTexts } from '#kernel/ability.ts'
import { formatMoney } from '#kernel/money.ts'
import type { Refusal } from '#kernel/refusal.ts'

const inRule = ({ facts }: Refusal): string => `La regla «${facts?.rule}»`
const inStage = (refusal: Refusal): string => `${inRule(refusal)}, etapa «${refusal.facts?.stage}»,`

const words: RefusalWords<FlowRefusal> = {
  forbidden: 'Solo la administración de la empresa puede ver y cambiar los flujos de aprobación.',
  not_found: 'Ese flujo no existe.',
  company_suspended: 'La empresa está suspendida: el borrador se guarda, pero no se puede publicar.',
  stale_draft: 'Otra persona ha cambiado el borrador desde que lo abriste. Revísalo antes de guardar.',
  no_draft: 'No hay ningún borrador que publicar.',
  same_rules: 'El borrador dice lo mismo que lo publicado: no hay nada que publicar.',
  untrusted_account: untrustedWords,
  unknown_person: refusal => `${inStage(refusal)} nombra a alguien que ya no puede aprobar.`,
  unknown_place: refusal =>
    `${inRule(refusal)} nombra un cliente, proyecto, contrato, proveedor o centro de coste que no existe.`,
  deputy_in_stage: refusal =>
    `${inStage(refusal)} tiene de suplente por demora a alguien que ya aprueba en ella.`,
  quorum_too_large: refusal => `${inStage(refusal)} pide más aprobaciones que personas tiene.`,
  unknown_requester: refusal =>
    `${inRule(refusal)} nombra como solicitante a alguien que no está en la empresa.`,
  rate_missing: refusal =>
    `${inRule(refusal)} compara montos y hay contratos en otra moneda: falta el tipo de cambio de ${refusal.facts?.currency} a ${refusal.facts?.own}. Añádelo en «Tipos de cambio».`,
  band_upside_down: refusal => `${inRule(refusal)} tiene un monto «desde» mayor que el «hasta».`,
}

export const flowWords = refusalTexts(words)
export const flowAbility = abilityWith(flowWords)

const typeWords = { gasto: 'pedidos de pago', emision: 'pedidos de emisión' } as const

/**
 * Conditions of a rule in Spanish, as its approvers read them; `findName` names clients and requesters by id,
 * `findCentre` cost centres.
 */
export function conditionWords(
  conditions: Conditions,
  findName = (id: string) => id,
  findCentre = findName,
): string {
  const { types, projectIds, contractIds, providerIds, from, upTo, cumulativeFrom, overBudget } = conditions
  const { clientIds, requesterIds, taxCategories } = conditions
  const [type] = types
  const phrases = [
    ...(types.length === 1 && type ? [typeWords[type]] : []),
    ...idsText('cliente', clientIds.map(findName)),
    ...idsText('proyecto', projectIds),
    ...idsText('contrato', contractIds),
    ...idsText('proveedor', providerIds),
    ...idsText('lo pide', requesterIds.map(findName)),
    ...idsText(
      'impuestos:',
      taxCategories.map(category => taxCategoryLabel[category]),
    ),
    ...centresText(conditions.costCentreIds, findCentre),
    ...(from && upTo ? [`monto de ${formatMoney(from)} a ${formatMoney(upTo)}`] : []),
    ...(from && !upTo ? [`monto desde ${formatMoney(from)}`] : []),
    ...(upTo && !from ? [`monto hasta ${formatMoney(upTo)}`] : []),
    ...(cumulativeFrom ? [`${formatMoney(cumulativeFrom)} o más al mismo proveedor en 30 días`] : []),
    ...(overBudget ? ['supera lo que queda en el contrato'] : []),
  ]
  return phrases.length === 0 ? 'todos los pedidos' : phrases.join(', ')
}

/** Tax categories in Spanish. */
export const taxCategoryLabel: { readonly [category in TaxCategory]: string } = {
  iva: 'IVA',
  igic: 'IGIC',
  ipsi: 'IPSI',
  recargo: 'recargo de equivalencia',
  exento: 'exento',
  otro: 'otro impuesto',
  irpf: 'retención de IRPF',
  retencion_otra: 'otra retención',
  sin_desglose: 'sin desglose de impuestos',
}

function idsText(what: string, ids: readonly string[]): string[] {
  if (ids.length === 0) return []
  const shown = ids.slice(0, 3).join(', ')
  return [`${what} ${shown}${ids.length > 3 ? ` y ${ids.length - 3} más` : ''}`]
}

function centresText(ids: readonly string[], findCentre: (id: string) => string): string[] {
  const named = ids.filter(id => id !== withoutCentre).map(findCentre)
  const withNone = ids.includes(withoutCentre)
  if (named.length === 0) return withNone ? ['sin centro de coste'] : []
  return idsText('centro de coste', named).map(phrase => (withNone ? `${phrase} o ninguno` : phrase))
}

/** Mode of a stage in Spanish. */
export function modeWords({ mode, quorum }: Pick<StagePlan, 'mode' | 'quorum'>): string {
  switch (mode) {
    case 'any':
      return 'aprueba cualquiera'
    case 'all':
      return 'aprueban todos'
    case 'quorum':
      return quorum === null || quorum === 1 ? 'aprueba cualquiera' : `aprueban ${quorum}`
  }
}
