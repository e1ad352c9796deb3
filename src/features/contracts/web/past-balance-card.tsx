import { useQuery } from '@tanstack/react-query'
import { use, useState } from 'react'
import { available, availableAfterRequests } from '#features/contracts/rules/budget.ts'
import { pastBalanceQuery } from '#features/contracts/web/queries.ts'
import type { PastBalanceWire } from '#features/contracts/wire/past.ts'
import { balanceFromWire } from '#features/contracts/wire.ts'
import { dayFrom, dayFromInstant, formatDay } from '#kernel/day.ts'
import { failureMessage } from '#ui/api.ts'
import { Card, CardBody, CardHeader, Fact, Facts } from '#ui/card.tsx'
import { type Step, StepChart } from '#ui/charts/step-chart.tsx'
import { DateField } from '#ui/fields/date-field.tsx'
import { Money } from '#ui/money.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { ZoneContext } from '#ui/time.tsx'

/** Balance of a contract at the end of a chosen day, and its course over the ninety days before. */
export function PastBalanceCard({ contractId }: { contractId: string }) {
  const today = dayFromInstant(new Date(), use(ZoneContext))
  const [typed, setTyped] = useState<string>(today)
  const day = dayFrom(typed)
  const query = useQuery({ ...pastBalanceQuery(contractId, day ?? today), enabled: day !== null })
  return (
    <Card aria-labelledby="past-title">
      <CardHeader
        id="past-title"
        title="Saldo a fecha"
        note="Al terminar ese día, según los movimientos del contrato."
      />
      <CardBody className="grid grid-cols-1 gap-4">
        <DateField
          label="Fecha"
          value={typed}
          onChange={setTyped}
          error={
            day === null ? (typed === '' ? 'Fecha requerida' : 'Fecha no válida (dd/mm/aaaa)') : undefined
          }
          className="sm:w-56"
        />
        {query.data ? (
          <Past past={query.data} day={day ?? today} />
        ) : query.error ? (
          <ErrorState
            message={failureMessage(query.error)}
            onRetry={() => void query.refetch()}
            busy={query.isFetching}
          />
        ) : (
          <Skeleton className="h-72 w-full" />
        )}
      </CardBody>
    </Card>
  )
}

function Past({ past, day }: { past: PastBalanceWire; day: string }) {
  if (!past.existed) return <p className="text-ink-soft">El {formatDay(day)} el contrato aún no existía.</p>
  const balance = balanceFromWire(past.balance)
  return (
    <>
      <Facts>
        <Fact label="Disponible">
          <Money value={available(balance)} />
        </Fact>
        <Fact label="Contando lo solicitado">
          <Money value={availableAfterRequests(balance)} />
        </Fact>
        <Fact label="Monto total">
          <Money value={balance.total} />
        </Fact>
        <Fact label="Ejecutado">
          <Money value={balance.used} />
        </Fact>
        <Fact label="Comprometido">
          <Money value={balance.committed} />
        </Fact>
        <Fact label="Solicitado">
          <Money value={balance.requested} />
        </Fact>
      </Facts>
      <StepChart
        label="Cómo ha cambiado en los últimos 90 días"
        series={['Ejecutado', 'Comprometido', 'Solicitado']}
        limit="Monto total"
        steps={toSteps(past)}
      />
    </>
  )
}

function toSteps({ days }: PastBalanceWire): Step[] {
  return days.flatMap(({ day: text, balance: wire }) => {
    const [day, { total, used, committed, requested }] = [dayFrom(text), balanceFromWire(wire)]
    return day === null ? [] : [{ day, values: [used, committed, requested], limit: total }]
  })
}
