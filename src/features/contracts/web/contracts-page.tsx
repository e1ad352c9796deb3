import { useQuery } from '@tanstack/react-query'
import { FileSignature, Plus, SearchX } from 'lucide-react'
import { ContractCard } from '#features/contracts/web/contract-card.tsx'
import { contractsQuery } from '#features/contracts/web/queries.ts'
import type { ContractWire } from '#features/contracts/wire.ts'
import type { AbilityWire } from '#kernel/wire.ts'
import { ActionLink } from '#ui/action-link.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classes } from '#ui/classes.ts'
import { FirstOnly } from '#ui/first-only.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { narrowed, useSearchText } from '#ui/search-text.ts'
import { SkeletonCards, wideCardGrid } from '#ui/skeleton-cards.tsx'
import { EmptyState } from '#ui/states.tsx'

/** The contracts of the company's clients. */
export function ContractsPage() {
  const { text, setText, q } = useSearchText()
  const query = useQuery(contractsQuery(q))
  const isAnswered = text.trim() === q && !query.isPlaceholderData
  return (
    <>
      <PageHeader
        title="Contratos"
        subtitle="Gestiona todos los contratos de los clientes"
        actions={<NewContractLink may={query.data?.can.create} />}
      />
      <SearchField label="Buscar contratos..." value={text} onChange={setText} className="mb-4 max-w-md" />
      <Loaded
        query={query}
        skeleton={<SkeletonCards label="Cargando contratos" grid={wideCardGrid} height="h-54" />}
      >
        {({ items, can }) => {
          const shown = narrowed(items, text, isAnswered, wordsOf)
          if (shown.length > 0) return <ContractCards contracts={shown} isStale={!isAnswered} />
          return <NoContracts isSearch={q !== ''} onClear={() => setText('')} mayCreate={can.create} />
        }}
      </Loaded>
      <FirstOnly count={query.data?.items.length} />
    </>
  )
}

const wordsOf = ({ id, clientName, description }: ContractWire) => `${id} ${clientName} ${description}`

function ContractCards({ contracts, isStale }: { contracts: readonly ContractWire[]; isStale: boolean }) {
  return (
    <ul
      aria-label="Contratos"
      className={classes(wideCardGrid, 'transition-opacity', isStale && 'opacity-60')}
    >
      {contracts.map(contract => (
        <li key={contract.id} className="grid grid-cols-1">
          <ContractCard
            contract={contract}
            action={
              <LinkButton
                to="/empresa/contracts/$contractId"
                params={{ contractId: contract.id }}
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

type NoContractsProps = { isSearch: boolean; onClear: () => void; mayCreate: AbilityWire }

function NoContracts({ isSearch, onClear, mayCreate }: NoContractsProps) {
  return (
    <Card>
      <EmptyState
        icon={isSearch ? <SearchX /> : <FileSignature />}
        title="No se encontraron contratos."
        action={
          isSearch ? <Button onClick={onClear}>Limpiar búsqueda</Button> : <NewContractLink may={mayCreate} />
        }
      >
        {isSearch
          ? 'Prueba con otro id, otro cliente u otra descripción.'
          : 'Un contrato fija lo que se puede facturar a un cliente o pagar a un proveedor. Los pedidos consumen su total.'}
      </EmptyState>
    </Card>
  )
}

function NewContractLink({ may }: { may: AbilityWire | undefined }) {
  return (
    <ActionLink to="/empresa/contracts/new" may={may} icon={<Plus aria-hidden="true" />}>
      Nuevo Contrato
    </ActionLink>
  )
}
