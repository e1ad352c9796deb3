import { CheckCheck, CircleX, Hourglass, type LucideIcon, Users } from 'lucide-react'
import { addedWords, deputyWords, forcedWords } from '#features/approvals/text/told.ts'
import { FoldedStepsPanel } from '#features/approvals/web/folded-steps-panel.tsx'
import { SeatPanel } from '#features/approvals/web/seat-panel.tsx'
import { groupSteps, neededText, type Step, stepLabel } from '#features/approvals/web/text.ts'
import type { DocumentDetailWire, StageWire } from '#features/approvals/wire.ts'
import { available } from '#features/contracts/rules/budget.ts'
import { balanceFromWire } from '#features/contracts/wire.ts'
import { subtract } from '#kernel/money.ts'
import { moneyFromWire } from '#kernel/wire.ts'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { classes } from '#ui/classes.ts'
import { Money } from '#ui/money.tsx'

type Shown = 'id' | 'revision' | 'approvals' | 'stages' | 'state' | 'mySeatId' | 'charge' | 'contract'
type ApprovalsCardProps = { document: Pick<DocumentDetailWire, Shown> }

/** Approvals of an order: everybody who has to approve, with each decision. */
export function ApprovalsCard({ document }: ApprovalsCardProps) {
  const { approvals, stages, state } = document
  const steps = groupSteps(document)
  return (
    <Card aria-labelledby="approvals-title">
      <CardHeader id="approvals-title" title="Estado de las aprobaciones" />
      <CardBody className="grid grid-cols-1 gap-4">
        <dl className="grid grid-cols-4 divide-x rounded-lg border bg-page text-center">
          <Count label="Total" value={approvals.total} Icon={Users} look="text-ink-faint" />
          <Count label="Aprobadas" value={approvals.approved} Icon={CheckCheck} look="text-positive" />
          <Count label="Rechazadas" value={approvals.rejected} Icon={CircleX} look="text-negative" />
          <Count label="Pendientes" value={approvals.pending} Icon={Hourglass} look="text-caution" />
        </dl>
        {stages.length === 0 ? (
          <p className="text-ink-soft">{whyNoStages(state, approvals.total)}</p>
        ) : (
          <FoldedStepsPanel>
            {steps.map(({ turn, step, stages: together }, at) => (
              <div key={turn} className="not-first:mt-4">
                {steps.length > 1 && (
                  <p className={classes('mb-1 font-medium text-xs', stepLook[step])}>
                    Paso {at + 1} de {steps.length} · {stepLabel[step]}
                  </p>
                )}
                {together.map(stage => (
                  <Stage key={stage.stage} stage={stage} document={document} />
                ))}
              </div>
            ))}
          </FoldedStepsPanel>
        )}
      </CardBody>
    </Card>
  )
}

function whyNoStages(state: DocumentDetailWire['state'], total: number): string {
  // A provider learns how far its order has come, but no names.
  if (total > 0) return 'Los nombres de quienes aprueban no se muestran a los proveedores.'
  if (state !== 'blocked') return 'Este pedido no tiene aprobaciones que mostrar.'
  return 'Nadie del proyecto puede aprobar este pedido. La administración de la empresa tiene que añadir aprobadores.'
}

type CountProps = { label: string; value: number; Icon: LucideIcon; look: string }

function Count({ label, value, Icon, look }: CountProps) {
  return (
    <div className="flex flex-col-reverse items-center px-1 py-2">
      <dt className="text-2xs text-ink-faint">{label}</dt>
      <dd className="figures flex items-center gap-1 font-semibold text-lg leading-6">
        <Icon aria-hidden="true" className={classes('size-3.5', value === 0 ? 'text-ink-faint' : look)} />
        {value}
      </dd>
    </div>
  )
}

const stepLook: { readonly [step in Step]: string } = {
  done: 'text-positive',
  open: 'text-accent',
  next: 'text-ink-faint',
  closed: 'text-ink-faint',
}

function Stage({ stage, document }: ApprovalsCardProps & { stage: StageWire }) {
  return (
    <div className="not-first:mt-4">
      <h3 className="font-medium">{stage.name}</h3>
      <p className="text-ink-faint text-xs">
        {neededText(stage)}. {stage.basis}.
      </p>
      {stage.added && (
        <p className="whitespace-pre-line break-words text-ink-soft text-xs">{addedWords(stage.added)}.</p>
      )}
      {stage.deputy && <p className="text-ink-faint text-xs">{deputyWords(stage.deputy)}.</p>}
      {stage.forced && (
        <p className="whitespace-pre-line break-words text-caution text-xs">{forcedWords(stage.forced)}.</p>
      )}
      {stage.origin === 'overrun' && <Excess document={document} />}
      <ul className="mt-2 divide-y">
        {stage.seats.map(seat => (
          <SeatPanel key={seat.id} seat={seat} document={document} isForced={stage.forced !== null} />
        ))}
      </ul>
    </div>
  )
}

/** Amount by which the order's charge would exceed its contract, while it is in approval. */
function Excess({ document: { state, charge, contract } }: ApprovalsCardProps) {
  if (state !== 'in_approval' || contract === null || charge === null) return null
  const left = available(balanceFromWire(contract.balance))
  const excess = subtract(moneyFromWire(charge), left)
  if (excess.minor <= 0n) return null
  return (
    <p className="font-medium text-negative text-xs">
      El contrato quedaría excedido por <Money value={excess} />
    </p>
  )
}
