/** Spanish words of the refusals about API tokens. */
import { untrustedWords } from '#features/identity/text/account-trust.ts'
import { maxTokens, type TokenRefusal } from '#features/tokens/rules.ts'
import { abilityWith, refusalTexts } from '#kernel/ability.ts'

export const tokenWords = refusalTexts<TokenRefusal>({
  forbidden: 'Las claves de los servicios las gestiona la administración de la empresa.',
  not_found: 'La clave de API no existe.',
  untrusted_account: untrustedWords,
  token_limit: ({ facts }) =>
    `Hay ya ${facts?.most ?? maxTokens.personal} claves de API en vigor: anula alguna para crear otra.`,
  token_name_taken: 'Ya tienes una clave de API en vigor con ese nombre.',
  personal_tokens_off:
    'La empresa no admite claves de API de personas. Para un programa, su administración crea la de un servicio.',
  token_too_long: 'En esta empresa una clave sirve como mucho {most} días.',
  token_made:
    'Esta clave se creó ya y se ha usado: quien tenga su texto puede seguir. Si no lo tienes, anúlala y crea otra.',
  stale_data: 'Otra persona ha cambiado la regla mientras tanto. Revísala antes de guardar.',
  scope_of_services:
    'El alta y la baja desde el directorio son de la clave de un servicio, no de una persona.',
  scope_of_people:
    'Un servicio no puede decidir, pagar ni dar permisos: para eso hace falta la clave de una persona.',
})
export const tokenAbility = abilityWith(tokenWords)
