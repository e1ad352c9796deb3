import { Check } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { documentAddress, newDocumentAddress, projectAddress } from '#features/documents/web/text.ts'
import type { FirstStepsWire } from '#features/reports/wire/first-steps.ts'
import { Card, CardHeader } from '#ui/card.tsx'
import { classes } from '#ui/classes.ts'
import { LinkButton } from '#ui/link-button.tsx'

type Step = {
  title: string
  isDone: boolean
  /** Sentence under the title. */
  note: ReactNode
  to: string
  action: string
}

/** First steps of a new company: what is done, and the next one offered. */
export function FirstStepsCard({ steps, children }: { steps: FirstStepsWire; children?: ReactNode }) {
  const all = stepsFrom(steps)
  const next = all.findIndex(({ isDone }) => !isDone)
  const done = all.filter(({ isDone }) => isDone).length
  return (
    <Card aria-labelledby="first-steps-title">
      <CardHeader
        id="first-steps-title"
        title="Primeros pasos"
        note={`${done} de ${all.length} hechos hasta tu primer pedido aprobado`}
      />
      <ol className="mt-3 divide-y border-t">
        {all.map((step, index) => (
          <li key={step.title} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
            <Mark isDone={step.isDone} number={index + 1} />
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-medium">
                {step.title}
                {step.isDone && <span className="sr-only"> (hecho)</span>}
              </p>
              <p className="text-ink-soft text-sm">{step.note}</p>
            </div>
            {(index === next || step.isDone) && (
              <LinkButton to={step.to} size="sm" variant={index === next ? 'primary' : 'secondary'}>
                {step.action}
              </LinkButton>
            )}
          </li>
        ))}
      </ol>
      {children}
    </Card>
  )
}

function stepsFrom(steps: FirstStepsWire): readonly Step[] {
  const { project, order, isDone } = steps
  return [
    {
      title: 'Crea un proyecto',
      isDone: project !== null || order !== null,
      note: <Parts steps={steps} />,
      to: project === null ? '/empresa/projects/new' : projectAddress('/empresa', project.id),
      action: project === null ? 'Nuevo Proyecto' : 'Ver el proyecto',
    },
    {
      title: 'Haz el primer pedido',
      isDone: order !== null,
      note: 'Un pago o una emisión: antes de enviarlo verás quién tiene que aprobarlo.',
      to:
        order === null
          ? newDocumentAddress('/empresa', project?.id ?? '')
          : documentAddress('/empresa', order),
      action: order === null ? 'Nuevo Documento' : 'Ver el pedido',
    },
    {
      title: 'Consigue su aprobación',
      isDone,
      note: awaited(steps),
      to: order === null ? '/empresa/documents' : documentAddress('/empresa', order),
      action: 'Ver el pedido',
    },
  ]
}

/** Parts of a project, with a tick at those that the company has: the form of a project makes the others. */
function Parts({ steps }: { steps: FirstStepsWire }) {
  const parts = [
    { label: 'cliente', isThere: steps.hasClients },
    { label: 'contrato', isThere: steps.hasContracts },
    { label: 'proveedor', isThere: steps.hasProviders },
    { label: 'quien aprueba', isThere: steps.hasApprovers },
    { label: 'quien ejecuta', isThere: steps.hasExecutors },
  ]
  return (
    <>
      En un solo formulario:{' '}
      {parts.map(({ label, isThere }, index) => (
        <Fragment key={label}>
          <span className="whitespace-nowrap">
            {isThere && (
              <>
                <Check aria-hidden="true" className="mr-0.5 inline size-3.5 text-positive" />
                <span className="sr-only">hecho: </span>
              </>
            )}
            {label}
          </span>
          {index < parts.length - 1 ? ', ' : '.'}
        </Fragment>
      ))}
    </>
  )
}

/** Sentence of what the last order waits for. */
function awaited({ order, invited }: FirstStepsWire): string {
  const toAccept =
    invited.length === 0
      ? ''
      : ` ${names.format(invited)} ${invited.length === 1 ? 'tiene' : 'tienen'} que aceptar su invitación: está en su correo.`
  if (order === null) return `A quien le toque le llegará un correo con el enlace.${toAccept}`
  if (order.state === 'returned') return `${order.id} está devuelto: corrígelo y vuelve a enviarlo.`
  if (order.state === 'rejected') return `${order.id} está rechazado: haz otro pedido.`
  if (order.waitsFor.length === 0)
    return `${order.id} está bloqueado: todavía no puede aprobarlo nadie.${toAccept}`
  return `${order.id} espera la aprobación de ${names.format(order.waitsFor)}.`
}

const names = new Intl.ListFormat('es', { type: 'conjunction' })

function Mark({ isDone, number }: { isDone: boolean; number: number }) {
  return (
    <span
      aria-hidden="true"
      className={classes(
        'figures grid size-8 shrink-0 place-items-center rounded-full font-medium',
        isDone ? 'bg-positive-soft text-positive' : 'bg-sunken text-ink-soft',
      )}
    >
      {isDone ? <Check className="size-4" /> : number}
    </span>
  )
}
