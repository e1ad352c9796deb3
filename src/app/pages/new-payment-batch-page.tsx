import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CheckCheck } from 'lucide-react'
import { useArea } from '#app/use-area.ts'
import { BatchForm } from '#features/executions/web/batch-form.tsx'
import { candidatesQuery } from '#features/executions/web/queries.ts'
import { batchAddress, batchesAddress, queueAddress } from '#features/executions/web/text.ts'
import { useSearchParam } from '#ui/address.ts'
import { Card } from '#ui/card.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonForm } from '#ui/skeleton-form.tsx'
import { Alert, EmptyState } from '#ui/states.tsx'

/** Choice of the payments of a new batch. */
export function NewPaymentBatchPage() {
  const { area, areaPath } = useArea()
  const navigate = useNavigate()
  const orders = useSearchParam('orders')
  const query = useQuery(candidatesQuery(orders))
  const chosen = orders?.split(',') ?? []
  return (
    <>
      <PageHeader
        title="Nueva remesa SEPA"
        subtitle="Elige los pagos que irán juntos al banco"
        crumbs={[{ label: 'Remesas SEPA', to: batchesAddress(areaPath) }]}
      />
      <Loaded query={query} skeleton={<SkeletonForm fields={4} />}>
        {candidates => (
          <div className="grid grid-cols-1 gap-4">
            {candidates.companyAccount === null && <NoAccount isCompany={area === 'empresa'} />}
            {candidates.items.length === 0 ? (
              <NothingToPay to={queueAddress(areaPath)} />
            ) : (
              <BatchForm
                candidates={candidates}
                chosen={chosen}
                onMade={batchId =>
                  void navigate({ to: batchAddress(areaPath, batchId), ignoreBlocker: true })
                }
              />
            )}
          </div>
        )}
      </Loaded>
    </>
  )
}

function NoAccount({ isCompany }: { isCompany: boolean }) {
  return (
    <Alert
      tone="caution"
      title="Falta la cuenta de pago de la empresa"
      action={
        isCompany && (
          <LinkButton to="/empresa/settings" size="sm">
            Ir a Configuración
          </LinkButton>
        )
      }
    >
      La administración la indica en Configuración. Sin ella no se puede crear una remesa.
    </Alert>
  )
}

const NothingToPay = ({ to }: { to: string }) => (
  <Card>
    <EmptyState
      icon={<CheckCheck />}
      title="No hay pagos que enviar"
      action={<LinkButton to={to}>Ver las confirmaciones pendientes</LinkButton>}
    >
      Cuando se apruebe un pago de un proyecto en el que ejecutas, podrás enviarlo aquí.
    </EmptyState>
  </Card>
)
