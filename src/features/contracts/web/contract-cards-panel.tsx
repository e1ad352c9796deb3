import { ContractCard } from '#features/contracts/web/contract-card.tsx'
import type { ContractWire } from '#features/contracts/wire.ts'
import { classes, staleWhenBusy } from '#ui/classes.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { wideCardGrid } from '#ui/skeleton-cards.tsx'

type ContractCardsPanelProps = {
  /** Address prefix of the area. */
  areaPath: string
  contracts: readonly ContractWire[]
  /** Level of each card's heading within the page. */
  heading?: 'h2' | 'h3'
  isStale?: boolean
}

/** Grid of contract cards, each with a link to its page. */
export function ContractCardsPanel({
  areaPath,
  contracts,
  heading = 'h2',
  isStale,
}: ContractCardsPanelProps) {
  const contractPath = (id: string): string => `${areaPath}/contracts/${id}`
  return (
    <ul aria-label="Contratos" aria-busy={isStale} className={classes(wideCardGrid, staleWhenBusy)}>
      {contracts.map(contract => (
        <li key={contract.id} className="grid grid-cols-1">
          <ContractCard
            contract={contract}
            heading={heading}
            action={
              <LinkButton
                to={contractPath(contract.id)}
                aria-label={`Ver detalles de ${contract.id}`}
                size="sm"
              >
                Ver detalles
              </LinkButton>
            }
          />
        </li>
      ))}
    </ul>
  )
}
