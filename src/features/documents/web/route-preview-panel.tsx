import { UserRoundCheck, UserRoundX } from 'lucide-react'
import type { ReactNode } from 'react'
import { routeFor } from '#features/approvals/rules.ts'
import { approvalWords } from '#features/approvals/text.ts'
import type { ProjectWire } from '#features/projects/wire.ts'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { Alert } from '#ui/states.tsx'

type RoutePreviewPanelProps = { project: ProjectWire; userId: string; authorIds: readonly string[] }

/** Who will have to approve, who cannot and why, and what happens when nobody can. */
export function RoutePreviewPanel({ project, userId, authorIds }: RoutePreviewPanelProps) {
  const route = routeFor({
    projectApproverIds: project.approvers.map(person => person.userId),
    executorIds: project.executors.map(person => person.userId),
    executorMayApprove: project.executorMayApprove,
    authorIds,
  })
  const nameOf = (id: string) =>
    id === userId ? 'Tú' : (project.approvers.find(person => person.userId === id)?.name ?? '')
  return (
    <Card>
      <CardHeader
        title="Quién tendrá que aprobar"
        note={route.approverIds.length > 1 ? 'Hace falta la aprobación de todos.' : undefined}
      />
      <CardBody className="grid grid-cols-1 gap-3 pt-3 sm:pt-3">
        {route.approverIds.length === 0 && (
          <Alert tone="caution" title="Nadie puede aprobar este pedido">
            Si lo envías, quedará bloqueado y avisaremos a la administración de la empresa para que lo
            resuelva.
          </Alert>
        )}
        {route.approverIds.length + route.excluded.length > 0 && (
          <ul className="grid grid-cols-1 gap-2.5">
            {route.approverIds.map(id => (
              <Person key={id} name={nameOf(id)} icon={<UserRoundCheck className="text-positive" />} />
            ))}
            {route.excluded.map(({ userId: id, because }) => (
              <Person key={id} name={nameOf(id)} icon={<UserRoundX className="text-ink-faint" />}>
                No puede: {lowered(approvalWords({ refused: because }))}
              </Person>
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  )
}

/** What happens next, for a provider, who is not told who approves. */
export function PayeeRoutePanel({ clientName }: { clientName: string }) {
  return (
    <Card>
      <CardHeader title="Qué pasará después" />
      <CardBody className="pt-3 sm:pt-3">
        <p className="text-ink-soft">
          Tu solicitud llegará a quienes aprueban los pagos de {clientName} en este proyecto. Aquí verás si se
          aprueba y cuándo se paga.
        </p>
      </CardBody>
    </Card>
  )
}

const lowered = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1)

function Person({ name, icon, children }: { name: string; icon: ReactNode; children?: ReactNode }) {
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-2.5 [&>svg]:mt-0.5 [&>svg]:size-4">
      {icon}
      <div className="min-w-0">
        <p className="font-medium">{name}</p>
        {children && <p className="text-ink-soft text-xs">{children}</p>}
      </div>
    </li>
  )
}
