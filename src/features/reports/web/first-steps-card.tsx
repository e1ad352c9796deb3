import { Check } from 'lucide-react'
import type { CompanyReportWire } from '#features/reports/wire.ts'
import { Card, CardHeader } from '#ui/card.tsx'
import { classes } from '#ui/classes.ts'
import { LinkButton } from '#ui/link-button.tsx'

type Has = CompanyReportWire['has']
type Step = { of: keyof Has; title: string; why: string; to: string; action: string }

const steps: readonly Step[] = [
  {
    of: 'clients',
    title: 'Da de alta un cliente',
    to: '/empresa/clients',
    action: 'Ir a Clientes',
    why: 'Los proyectos y los contratos son siempre de un cliente.',
  },
  {
    of: 'providers',
    title: 'Añade tus proveedores',
    to: '/empresa/providers',
    action: 'Ir a Proveedores',
    why: 'A quién se paga y a quién se le pide una factura.',
  },
  {
    of: 'contracts',
    title: 'Crea un contrato',
    to: '/empresa/contracts/new',
    action: 'Nuevo Contrato',
    why: 'Su total es el presupuesto que consumen los pedidos.',
  },
  {
    of: 'people',
    title: 'Invita a quien aprueba y a quien ejecuta',
    to: '/empresa/people',
    action: 'Ir a Personas',
    why: 'Quien pide no aprueba, y quien aprueba no ejecuta.',
  },
  {
    of: 'projects',
    title: 'Crea un proyecto',
    to: '/empresa/projects/new',
    action: 'Nuevo Proyecto',
    why: 'Une al cliente con su contrato y con quien aprueba.',
  },
  {
    of: 'orders',
    title: 'Pide lo primero',
    to: '/empresa/documents/new',
    action: 'Nuevo Documento',
    why: 'Un pago o una emisión: verás quién tiene que aprobarlo antes de enviarlo.',
  },
]

/** Steps of a company before its first order, in order; finished ones are ticked. */
export function FirstStepsCard({ has }: { has: Has }) {
  const next = steps.find(({ of }) => !has[of])?.of
  return (
    <Card>
      <CardHeader title="Por dónde empezar" note="Seis pasos hasta el primer pedido" />
      <ol className="mt-3 divide-y border-t">
        {steps.map((step, index) => (
          <li key={step.of} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
            <Mark isDone={has[step.of]} number={index + 1} />
            <div className="min-w-0 flex-1 basis-52">
              <p className="font-medium">
                {step.title}
                {has[step.of] && <span className="sr-only"> (hecho)</span>}
              </p>
              <p className="text-ink-soft text-sm">{step.why}</p>
            </div>
            <LinkButton to={step.to} size="sm" variant={step.of === next ? 'primary' : 'secondary'}>
              {step.action}
            </LinkButton>
          </li>
        ))}
      </ol>
    </Card>
  )
}

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
