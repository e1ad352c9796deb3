import { Suspense } from 'react'
import { useWatch } from 'react-hook-form'
import type { ContractWire } from '#features/contracts/wire.ts'
import { chargeMinor } from '#features/documents/rules/breakdown.ts'
import { knownBreakdown, toTyped, typedMinor } from '#features/documents/rules/typed-breakdown.ts'
import { BudgetPreviewPanel } from '#features/documents/web/budget-preview-panel.tsx'
import type { DocumentWireForm } from '#features/documents/web/document-form.tsx'
import { RoutePreviewPanel, RouteSentence } from '#features/documents/web/route-preview-panel.tsx'
import { projectAddress } from '#features/documents/web/text.ts'
import { taxCategoriesIn } from '#features/flows/rules/tax-categories.ts'
import type { ProjectWire } from '#features/projects/wire.ts'
import { minorToText } from '#kernel/money.ts'
import { Card, CardBody } from '#ui/card.tsx'
import { late } from '#ui/late.ts'
import { Skeleton } from '#ui/skeleton.tsx'

/** Loaded with the order's cost centre. */
const CentrePreviewCard = late(
  async () => (await import('#features/documents/web/centre-preview-card.tsx')).CentrePreviewCard,
)

/** Loaded for a provider. */
const PayeeRouteCard = late(
  async () => (await import('#features/documents/web/payee-route-card.tsx')).PayeeRouteCard,
)

type DocumentPreviewPanelProps = {
  areaPath: string
  wireForm: DocumentWireForm
  /** Undefined until it is loaded. */
  project: ProjectWire | undefined
  /** Undefined for a project without a contract. */
  contract: ContractWire | undefined
  userId: string
  /** True for a provider, which is not told who approves. */
  isProvider: boolean
  /** Order under correction. */
  documentId: string | undefined
}

/** Preview of what sending the order would cause, by the rules that the server will apply. */
export function DocumentPreviewPanel(props: DocumentPreviewPanelProps) {
  const { areaPath, project, contract, userId, isProvider } = props
  const asked = useAsked(props)
  const { costCentreId } = asked
  return (
    <aside aria-label="Antes de enviar" className="grid grid-cols-1 gap-4 lg:sticky lg:top-20">
      {project ? (
        <>
          <BudgetPreviewPanel contract={contract} chargeMinor={asked.chargeMinor} />
          {costCentreId && contract && (
            <Suspense fallback={null}>
              <CentrePreviewCard
                project={project}
                currency={contract.balance.total.currency}
                costCentreId={costCentreId}
                chargeMinor={asked.chargeMinor}
              />
            </Suspense>
          )}
          {isProvider ? (
            <Suspense fallback={<Skeleton className="h-32 w-full rounded-xl" />}>
              <PayeeRouteCard clientName={project.clientName} />
            </Suspense>
          ) : (
            <RoutePreviewPanel
              userId={userId}
              asked={{ ...asked, projectId: project.id }}
              whereToAppoint={project.can.appoint === true ? projectAddress(areaPath, project.id) : undefined}
            />
          )}
        </>
      ) : (
        <Card>
          <CardBody className="grid gap-3">
            <Skeleton className="h-5 w-40" />
            <Skeleton className="h-2 w-full" />
            <Skeleton className="h-4 w-56 max-w-full" />
          </CardBody>
        </Card>
      )}
    </aside>
  )
}

/** Line beside 'Guardar': it sends the order to approval, and to whom. */
export function SendNotePanel(props: Omit<DocumentPreviewPanelProps, 'userId' | 'areaPath'>) {
  const { project, isProvider } = props
  const asked = useAsked(props)
  if (!project) return null
  return (
    <p className="min-w-0 text-ink-soft text-xs max-sm:basis-full! sm:flex-1">
      {isProvider ? (
        `Al guardar, se envía a quienes aprueban los pagos de ${project.clientName}.`
      ) : (
        <RouteSentence asked={{ ...asked, projectId: project.id }} />
      )}
    </p>
  )
}

/** The form's part of what the route depends on. */
function useAsked({
  wireForm,
  contract,
  documentId,
}: Pick<DocumentPreviewPanelProps, 'wireForm' | 'contract' | 'documentId'>) {
  const [amountMinor, breakdown, type, providerId, costCentreId] = useWatch({
    control: wireForm.form.control,
    name: ['amountMinor', 'breakdown', 'type', 'providerId', 'costCentreId'],
  })
  const known = breakdown ? knownBreakdown(toTyped(breakdown)) : null
  const charge = chargeMinor(typedMinor(amountMinor), known, contract?.chargeBasis ?? 'total')
  return {
    type,
    amountMinor,
    chargeMinor: minorToText(charge),
    taxCategories: taxCategoriesIn(known).join(','),
    documentId,
    contractId: contract?.id,
    providerId: providerId || undefined,
    costCentreId: costCentreId || undefined,
  }
}
