/** Spanish words of delegations: their states, and the refusals about them. */
import type { Coverage, DelegationRefusal, DelegationState } from '#features/delegations/rules.ts'
import { untrustedWords } from '#features/identity/text/account-trust.ts'
import { ownHandWords } from '#features/projects/text.ts'
import { abilityWith, refusalTexts } from '#kernel/ability.ts'

export const delegationWords = refusalTexts<DelegationRefusal>({
  forbidden: 'Solo puedes elegir quién te sustituye a ti.',
  not_found: 'La sustitución no existe.',
  person_not_eligible:
    'Esa persona no puede ser sustituta: elige a otra que esté activa y pueda aprobar y ejecutar.',
  giver_not_eligible: 'Esa persona no está activa o no aprueba ni ejecuta nada: no necesita sustituto.',
  own_hand: ownHandWords,
  delegation_in_past: 'La sustitución no puede empezar antes de hoy.',
  already_substituted:
    'Ya hay otra sustitución en esas fechas: una persona solo puede tener un sustituto cada día para cada tarea.',
  untrusted_account: untrustedWords,
  delegation_loop: 'Esas dos personas no pueden sustituirse la una a la otra en las mismas fechas.',
  delegation_over: 'La sustitución ya ha terminado.',
})
export const delegationAbility = abilityWith(delegationWords)

export const delegationStateWords: { readonly [state in DelegationState]: string } = {
  upcoming: 'Próxima',
  active: 'En vigor',
  over: 'Terminada',
}

/** Work that the substitute takes on. */
export const coverageWords: { readonly [covers in Coverage]: string } = {
  approve: 'Aprueba',
  execute: 'Ejecuta',
  both: 'Aprueba y ejecuta',
}
