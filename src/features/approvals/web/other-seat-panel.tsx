import type { ReactNode } from 'react'
import { Alert } from '#ui/states.tsx'

/** Notice that the order waits for another decision of this person than that of the mail; `action` leads there. */
export function OtherSeatPanel({ action }: { action: ReactNode }) {
  return (
    <Alert tone="caution" title="Ahora te toca otra aprobación de este pedido">
      <p>No es la de este correo. Abre el pedido para decidirla.</p>
      <div className="mt-2.5">{action}</div>
    </Alert>
  )
}
