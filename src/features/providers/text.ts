import { companyWords } from '#features/companies/text.ts'
import type { ProviderRefusal, ProviderStatus } from '#features/providers/rules.ts'
import { abilityWith, type RefusalWords, wordsOf } from '#kernel/ability.ts'

export const providerStatusLabel: { readonly [status in ProviderStatus]: string } = {
  active: 'Activo',
  inactive: 'Inactivo',
}

export const refusalWords: RefusalWords<ProviderRefusal> = {
  forbidden: 'Solo la administración de la empresa puede gestionar proveedores.',
  not_found: 'El proveedor no existe o no tienes acceso.',
  company_suspended: companyWords,
  unknown_client: 'Alguno de los clientes elegidos no existe.',
  unknown_provider: 'Alguno de los proveedores elegidos no existe.',
}

export const providerWords = wordsOf(refusalWords)
export const providerAbility = abilityWith(providerWords)
