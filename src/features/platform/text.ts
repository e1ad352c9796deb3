/** Spanish words of the platform: its refusals, and the labels of its states. */
import type { CompanyStatus } from '#features/companies/rules.ts'
import { companyWords } from '#features/companies/text.ts'
import { personWords } from '#features/people/text.ts'
import type { OrderFlowStatus } from '#features/platform/rules/order-flow.ts'
import type { UsageTrend } from '#features/platform/rules/revenue.ts'
import type { PlatformRefusal } from '#features/platform/rules.ts'
import { type RefusalWords, refusalTexts } from '#kernel/ability.ts'

export const refusalWords: RefusalWords<PlatformRefusal> = {
  forbidden: 'No tienes permiso para hacer esto.',
  not_found: 'No existe o no tienes acceso.',
  email_taken: 'Ese correo electrónico ya tiene una cuenta.',
  already_member: personWords,
  already_invited: personWords,
  company_suspended: companyWords,
  plan_limit: companyWords,
  company_not_found: 'La empresa no existe.',
  company_exists: 'Esa empresa ya existe.',
  client_not_found: 'El cliente no existe en esa empresa.',
  provider_not_found: 'El proveedor no existe en esa empresa.',
  belongs_to_no_company: 'Quien administra la plataforma no pertenece a ninguna empresa.',
  not_pending: 'Este registro ya no está pendiente de activación.',
}

export const platformWords = refusalTexts(refusalWords)

export const statusLabel: { readonly [status in CompanyStatus]: string } = {
  active: 'Activa',
  inactive: 'Inactiva',
  suspended: 'Suspendida',
}

export const orderFlowLabel: { readonly [status in OrderFlowStatus]: string } = {
  pending: 'Pendiente',
  in_approval: 'En aprobación',
  blocked: 'Bloqueado',
  approved: 'Aprobado',
  completed: 'Completado',
  rejected: 'Rechazado',
}

export const trendLabel: { readonly [trend in UsageTrend]: string } = {
  up: 'Sube',
  down: 'Baja',
  stable: 'Estable',
}
