import { Link } from '@tanstack/react-router'
import type { RoutePreviewWire } from '#features/approvals/wire/route.ts'
import { Alert } from '#ui/states.tsx'

/** Why an order would be blocked or refused, and what then happens. */
export function RouteTroublePanel({ route }: { route: Pick<RoutePreviewWire, 'blockedBy' | 'missingRate'> }) {
  return (
    <>
      {route.blockedBy && <Blocked because={route.blockedBy} />}
      {route.missingRate && <RateMissing {...route.missingRate} />}
    </>
  )
}

function Blocked({ because }: { because: 'no_approver' | 'budget' }) {
  return because === 'budget' ? (
    <Alert tone="caution" title="Nadie puede permitir que supere el contrato">
      Si lo envías, quedará bloqueado hasta que la empresa nombre a un responsable de presupuesto.
    </Alert>
  ) : (
    <Alert tone="caution" title="Nadie puede aprobar este pedido">
      Si lo envías, quedará bloqueado y avisaremos a la administración de la empresa para que lo resuelva.
    </Alert>
  )
}

/** Why the order would be refused; to administrators, with the way to the rates. */
function RateMissing({ text, mayEnter }: NonNullable<RoutePreviewWire['missingRate']>) {
  return (
    <Alert tone="caution" title="No se puede enviar todavía">
      {text}
      {mayEnter && (
        <>
          {' '}
          <Link to="/empresa/settings/exchange-rates" className="text-accent underline underline-offset-2">
            Añadir el tipo de cambio
          </Link>
        </>
      )}
    </Alert>
  )
}
