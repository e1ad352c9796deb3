import { Link } from '@tanstack/react-router'
import type { RoutePreviewWire } from '#features/approvals/wire/route.ts'
import { Alert } from '#ui/states.tsx'

type RouteTroublePanelProps = {
  route: Pick<RoutePreviewWire, 'blockedBy' | 'missingRate'>
  /** Address where the person names who approves; undefined for somebody who may not. */
  whereToAppoint?: string | undefined
}

/** Why an order would be blocked or refused, and what then happens or can be done. */
export function RouteTroublePanel({ route, whereToAppoint }: RouteTroublePanelProps) {
  return (
    <>
      {route.blockedBy && <Blocked because={route.blockedBy} whereToAppoint={whereToAppoint} />}
      {route.missingRate && <RateMissing {...route.missingRate} />}
    </>
  )
}

type BlockedProps = { because: 'no_approver' | 'budget'; whereToAppoint: string | undefined }

function Blocked({ because, whereToAppoint }: BlockedProps) {
  return because === 'budget' ? (
    <Alert tone="caution" title="Nadie puede permitir que supere el contrato">
      Si lo envías, quedará bloqueado hasta que la empresa nombre a un responsable de presupuesto.
    </Alert>
  ) : (
    <Alert tone="caution" title="Nadie puede aprobar este pedido">
      {whereToAppoint === undefined ? (
        'Si lo envías, quedará bloqueado y avisaremos a la administración de la empresa para que lo resuelva.'
      ) : (
        <>
          Si lo envías, quedará bloqueado. Lo escrito se guarda mientras eliges quién aprueba.{' '}
          <Link to={whereToAppoint} className="text-accent underline underline-offset-2">
            Elegir quién aprueba
          </Link>
        </>
      )}
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
