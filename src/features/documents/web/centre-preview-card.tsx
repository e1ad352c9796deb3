import { useQuery } from '@tanstack/react-query'
import { availableAfterRequests, mayRequest, toleratedRequest } from '#features/contracts/rules/budget.ts'
import { balanceFromWire } from '#features/contracts/wire.ts'
import { centreChoicesQuery } from '#features/cost-centres/web/choice-queries.ts'
import type { ChoosableCentreWire } from '#features/cost-centres/wire/choices.ts'
import type { ProjectWire } from '#features/projects/wire.ts'
import { type Money as Amount, add, type Currency, formatMoney, money, moneyFromText } from '#kernel/money.ts'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { ConsumptionBar } from '#ui/charts/consumption-bar.tsx'
import { Money } from '#ui/money.tsx'
import { Alert } from '#ui/states.tsx'

type CentrePreviewProps = {
  project: ProjectWire
  currency: Currency
  costCentreId: string
  /** Digits of what the order would take from the centre. */
  chargeMinor: string
}

/** Remainder of the centre's year after this order; nothing for whoever may not read its budgets. */
export function CentrePreviewCard({ project, currency, costCentreId, chargeMinor }: CentrePreviewProps) {
  const { data } = useQuery(centreChoicesQuery({ costCentreId, clientId: project.clientId, currency }))
  const centre = data?.items[0]
  if (!centre?.thisYear) return null
  const charge = moneyFromText(/^\d+$/.test(chargeMinor) ? chargeMinor : '0', currency)
  return (
    <Card>
      <CardHeader
        title={`Qué queda en ${centre.code}`}
        note={`${centre.name}, presupuesto de ${centre.thisYear.year}`}
      />
      <CardBody className="grid grid-cols-1 gap-3 pt-3 sm:pt-3">
        <After centre={centre} year={centre.thisYear} charge={charge} />
      </CardBody>
    </Card>
  )
}

type AfterProps = {
  centre: ChoosableCentreWire
  year: NonNullable<ChoosableCentreWire['thisYear']>
  charge: Amount
}

function After({ centre, year: { total, ...sums }, charge }: AfterProps) {
  if (total === null)
    return <p className="text-ink-soft">Sin presupuesto: se cuenta lo que gasta, sin límite.</p>
  const balance = balanceFromWire({ total, ...sums })
  const left = availableAfterRequests({ ...balance, requested: add(balance.requested, charge) })
  const isOver = left.minor < 0n
  return (
    <>
      <p aria-live="polite">
        <span className="block text-ink-soft text-xs">
          {isOver ? 'Tras este pedido faltarían' : 'Tras este pedido quedarían'}
        </span>
        <Money
          value={isOver ? money(-left.minor, left.currency) : left}
          className={`font-semibold text-2xl tracking-tight ${isOver ? 'text-negative' : ''}`}
        />
      </p>
      <ConsumptionBar
        label={`Consumo de ${centre.code} con este pedido`}
        total={balance.total}
        used={{ label: 'Ejecutado', amount: balance.used }}
        committed={{ label: 'Comprometido', amount: balance.committed }}
        requested={{ label: 'Solicitado', amount: balance.requested }}
        added={{ label: 'Este pedido', amount: charge }}
        caption={
          <>
            de <Money value={balance.total} />
          </>
        }
      />
      {isOver && charge.minor > 0n && <Warning centre={centre} balance={balance} charge={charge} />}
    </>
  )
}

type WarningProps = Pick<AfterProps, 'centre' | 'charge'> & { balance: ReturnType<typeof balanceFromWire> }

/** Consequence of an order beyond the budget: it is refused, or its approvers read of it. */
function Warning({ centre, balance, charge }: WarningProps) {
  const overrun = { policy: centre.overrunPolicy, tolerance: centre.tolerance }
  if (mayRequest(balance, charge, overrun) !== true)
    return (
      <Alert tone="negative">
        {centre.code} bloquea lo que supera su presupuesto: con este monto el pedido no se puede enviar.
      </Alert>
    )
  const tolerated = toleratedRequest(balance, charge, overrun)
  if (tolerated)
    return (
      <Alert tone="caution">
        Dentro de la tolerancia: {formatMoney(tolerated.over)} más que el presupuesto, de{' '}
        {formatMoney(tolerated.allowed)} que se admiten. Puedes enviarlo.
      </Alert>
    )
  return (
    <Alert tone="caution" title="Supera lo que queda del año">
      Puedes enviarlo: quienes aprueban verán esta advertencia.
    </Alert>
  )
}
