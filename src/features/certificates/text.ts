/** Spanish words of a Constancia that is not issued. */
import type { CertificateRefusal } from '#features/certificates/rules.ts'
import { abilityWith, refusalTexts } from '#kernel/ability.ts'

export const certificateTexts = refusalTexts<CertificateRefusal>({
  not_found: 'El pedido no existe.',
  not_approved: 'La constancia se emite cuando el pedido está aprobado, rechazado o anulado.',
  not_for_provider: 'La constancia nombra a quienes aprueban: la emite la empresa.',
})
export const certificateAbility = abilityWith(certificateTexts)
