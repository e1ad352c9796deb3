/** Spanish words of the refusals of provisioning. */
import { offboardingWords } from '#features/offboarding/text.ts'
import { invitationWords } from '#features/people/text/invitations.ts'
import { personWords } from '#features/people/text.ts'
import { provisionedRoles, type ScimRefusal } from '#features/scim/rules.ts'
import { type RefusalWords, refusalTexts } from '#kernel/ability.ts'
import type { Refusal } from '#kernel/refusal.ts'

const words: RefusalWords<ScimRefusal> = {
  services_alone: 'SCIM se usa con la clave de un servicio que tenga el permiso people:provision.',
  role_not_given: `El directorio da de alta con estos roles: ${provisionedRoles.join(', ')}. Los demás los da una persona.`,
  domain_of_auditor:
    'Con el rol auditor solo se da de alta a quien tiene el correo en un dominio verificado de la empresa.',
  administrator_by_hand: 'A quien administra la empresa lo vuelve a activar otra persona que la administra.',
  brought_back_by_hand: 'A esta persona la vuelve a activar a mano quien administra la empresa.',
  invitation_refused:
    'La persona ha rechazado la invitación: quien administra la empresa puede volver a enviarla.',
  inactive_newcomer: 'Solo se da de alta a personas activas.',
}

/** Spanish sentence for a refusal of provisioning, of people, of invitations or of a departure. */
export function scimWords(refusal: Refusal): string {
  for (const wordsFor of [refusalTexts(words), personWords, invitationWords]) {
    const text = wordsFor(refusal)
    if (text !== refusal.refused) return text
  }
  return offboardingWords(refusal)
}
