/** Spanish words of companies: policies, limits and refusals. */
import type { ChargeBasis, CompanyRefusal, Counted, OverrunPolicy } from '#features/companies/rules.ts'
import { abilityWith, type RefusalWords, refusalTexts } from '#kernel/ability.ts'
import { formatMoney, moneyFromText } from '#kernel/money.ts'
import type { Refusal } from '#kernel/refusal.ts'
import { counted } from '#kernel/text.ts'

export const overrunPolicyLabel: { readonly [policy in OverrunPolicy]: string } = {
  avisar: 'Avisar',
  requiere_aprobacion: 'Requerir aprobación',
  bloquear: 'Bloquear',
}

export const chargeBasisLabel: { readonly [basis in ChargeBasis]: string } = {
  total: 'Total de la factura',
  base: 'Base imponible',
}

/** Batches that a second person releases: 'cualquier remesa', 'desde 10.000 €'. */
export const releaseFromText = (fromMinor: string): string =>
  fromMinor === '0' ? 'cualquier remesa' : `desde ${formatMoney(moneyFromText(fromMinor, 'EUR'))}`

const words: { readonly [what in Counted]: readonly [one: string, many: string] } = {
  users: ['usuario activo', 'usuarios activos'],
  projects: ['proyecto activo', 'proyectos activos'],
  documents: ['documento al mes', 'documentos al mes'],
}

const isCounted = (what: unknown): what is Counted => typeof what === 'string' && Object.hasOwn(words, what)

const limitReached = ({ facts }: Refusal): string => {
  const [one, many] = isCounted(facts?.what) ? words[facts.what] : ['elemento', 'elementos']
  return `El plan ${facts?.plan} admite ${counted(Number(facts?.limit), one, many)}. Cambia de plan para añadir más.`
}

const contractsExceeded = ({ facts }: Refusal): string => {
  const more = Number(facts?.count) - String(facts?.contracts).split(', ').length
  return `Hay contratos ya excedidos que siguen lo que diga la empresa: ${facts?.contracts}${more > 0 ? ` y ${more} más` : ''}. Amplía su total o elige en ellos «Avisar», o una tolerancia propia, antes de que la empresa bloquee.`
}

export const refusalWords: RefusalWords<CompanyRefusal> = {
  forbidden: 'Solo la administración de la empresa puede hacer esto.',
  company_suspended: 'La empresa está suspendida: puede consultar y decidir lo abierto, pero no crear.',
  sample_company: 'Es una empresa de ejemplo: aquí no se puede hacer.',
  plan_limit: limitReached,
  contracts_exceeded: contractsExceeded,
  stale_data:
    'Otra persona ha guardado cambios mientras lo editabas. Revisa cómo está ahora y vuelve a guardar.',
}

export const companyWords = refusalTexts(refusalWords)
export const companyAbility = abilityWith(companyWords)
