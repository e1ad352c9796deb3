/** Spanish words of approval flows: refusals, conditions and stages. */
import type { Conditions, FlowRefusal, Mode, StagePlan } from '#features/flows/rules.ts'
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
  unknown_place: refusal => `${inRule(refusal)} nombra un proyecto, contrato o proveedor que no existe.`,
  quorum_too_large: refusal => `${inStage(refusal)} pide más aprobaciones que personas tiene.`,
  band_upside_down: refusal => `${inRule(refusal)} tiene un monto «desde» mayor que el «hasta».`,
}

export const flowWords = refusalTexts(words)
export const flowAbility = abilityWith(flowWords)

const typeWords = { gasto: 'pedidos de pago', emision: 'pedidos de emisión' } as const

/** Conditions of a rule in Spanish, as its approvers read them. */
export function conditionWords(conditions: Conditions): string {
  const { types, projectIds, contractIds, providerIds, from, upTo, cumulativeFrom, overBudget } = conditions
  const [type] = types
  const phrases = [
    ...(types.length === 1 && type ? [typeWords[type]] : []),
    ...idsText('proyecto', projectIds),
    ...idsText('contrato', contractIds),
    ...idsText('proveedor', providerIds),
    ...(from && upTo ? [`monto de ${formatMoney(from)} a ${formatMoney(upTo)}`] : []),
    ...(from && !upTo ? [`monto desde ${formatMoney(from)}`] : []),
    ...(upTo && !from ? [`monto hasta ${formatMoney(upTo)}`] : []),
    ...(cumulativeFrom ? [`${formatMoney(cumulativeFrom)} o más al mismo proveedor en 30 días`] : []),
    ...(overBudget ? ['supera lo que queda en el contrato'] : []),
  ]
  return phrases.length === 0 ? 'todos los pedidos' : phrases.join(', ')
}

function idsText(what: string, ids: readonly string[]): string[] {
  if (ids.length === 0) return []
  const shown = ids.slice(0, 3).join(', ')
  return [`${what} ${shown}${ids.length > 3 ? ` y ${ids.length - 3} más` : ''}`]
}

/** Number of approvals needed from the people of a planned stage, in Spanish. */
export function neededText({ mode, needed }: { mode: Mode; needed: number }, people: number): string {
  if (people === 1) return 'Hace falta su aprobación'
  if (mode === 'any' || needed === 1) return 'Basta con la aprobación de uno'
  return needed === people ? 'Hace falta la aprobación de todos' : `Hacen falta ${needed} aprobaciones`
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
