/** Words of identity. The official client reads codes; people read these. */
import type { IdentityRefusal } from '#features/identity/rules.ts'
import type { Refusal } from '#kernel/refusal.ts'

export const refusalWords: { readonly [kind in IdentityRefusal]: string } = {
  // The words of the client's protocol, which screens replace by 'Credenciales inválidas'.
  invalid_credentials: 'Invalid login credentials',
  pending_activation: 'Tu cuenta está pendiente de activación.',
  deactivated: 'Tu cuenta está desactivada. Habla con el administrador de tu empresa.',
  refresh_token_not_found: 'Invalid Refresh Token: Refresh Token Not Found',
  refresh_token_already_used: 'Invalid Refresh Token: Already Used',
  refresh_token_ahead: 'Invalid Refresh Token',
  session_expired: 'Tu sesión ha caducado. Vuelve a iniciar sesión.',
  weak_password: 'La contraseña es demasiado corta.',
  same_password: 'La nueva contraseña debe ser distinta de la actual.',
  current_password_required: 'Escribe tu contraseña actual para cambiarla.',
  current_password_invalid: 'La contraseña actual no es correcta.',
  email_change_unavailable: 'El correo electrónico no se puede cambiar aquí.',
  not_found: 'No existe o no tienes acceso.',
}

export function wordsFor(kind: IdentityRefusal, facts: Refusal['facts']): string {
  if (kind === 'weak_password' && facts)
    return `La contraseña debe tener al menos ${facts.minimum} caracteres`
  return refusalWords[kind]
}
