import type { SharedAccountWire } from '#features/providers/wire/shared-account.ts'
import { Alert } from '#ui/states.tsx'

/** Warning that the account to which money goes is another active provider's too; nothing where it is not. */
export function SharedAccountPanel({ shared }: { shared: SharedAccountWire }) {
  if (shared === null) return null
  const names = shared.providers.map(({ id, name }) => `${name} (${id})`).join(', ')
  return (
    <Alert tone="caution" title="Otro proveedor activo cobra en la misma cuenta">
      {names && `${names}. `}Comprueba de quién es antes de seguir.
    </Alert>
  )
}
