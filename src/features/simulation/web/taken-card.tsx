import type { SimulationWire } from '#features/simulation/wire.ts'
import { counted } from '#kernel/text.ts'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'

type TakenCardProps = {
  simulation: SimulationWire
  rules: readonly { readonly id: string; readonly name: string }[]
}

/** Numbers of orders tried, changed, and taken by each rule. */
export function TakenCard({ simulation, rules }: TakenCardProps) {
  const { tried, changed, days, isCapped, taken } = simulation
  const byRules = rules.map(({ id, name }) => ({
    id,
    name,
    count: taken.find(({ ruleId }) => ruleId === id)?.count ?? 0,
  }))
  const others = tried - byRules.reduce((sum, { count }) => sum + count, 0)
  const bars = [...byRules, { id: 'general', name: 'Los demás: flujo general', count: others }]
  return (
    <Card aria-labelledby="taken-title">
      <CardHeader
        id="taken-title"
        title={
          changed === 0
            ? 'Nada cambiaría'
            : `${counted(changed, 'pedido cambiaría', 'pedidos cambiarían')} de camino`
        }
        note={`Se ${tried === 1 ? 'ha' : 'han'} probado ${counted(tried, 'pedido')}${
          isCapped ? ', los más recientes,' : ''
        } de los últimos ${days} días y de los que están en curso.`}
      />
      <CardBody>
        <ul aria-label="Pedidos que tomaría cada regla" className="grid grid-cols-1 gap-3">
          {bars.map(({ id, name, count }) => (
            <li key={id} className="grid grid-cols-1 gap-1">
              <p className="flex items-baseline justify-between gap-3">
                <span className="min-w-0 break-words">{name}</span>
                <span className="figures shrink-0 font-medium">{counted(count, 'pedido')}</span>
              </p>
              <span aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-line">
                <span
                  className="block h-full rounded-full bg-accent"
                  style={{ width: `${tried === 0 ? 0 : (count * 100) / tried}%` }}
                />
              </span>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}
