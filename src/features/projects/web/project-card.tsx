import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { statusLabel } from '#features/documents/text.ts'
import { projectStatusLabel } from '#features/projects/text.ts'
import type { ProjectSummaryWire } from '#features/projects/wire.ts'
import { Card } from '#ui/card.tsx'
import { classes } from '#ui/classes.ts'
import { Money } from '#ui/money.tsx'
import { OnOffBadge } from '#ui/on-off-badge.tsx'
import { InstantDay } from '#ui/time.tsx'

type ProjectCardProps = {
  project: ProjectSummaryWire
  /** Address that the name, and with it the whole card, links to. */
  to?: string
  action?: ReactNode
}

/** Summary of a project: its client, its orders per status and their sums. */
export function ProjectCard({ project, to, action }: ProjectCardProps) {
  const { counts } = project
  return (
    <Card
      className={classes(
        'relative flex min-w-0 flex-col gap-4 p-4 sm:p-5',
        to && 'transition-colors hover:border-line-strong',
      )}
    >
      <header className="grid grid-cols-1 gap-1">
        <p className="flex flex-wrap items-center justify-between gap-2 text-ink-faint text-xs">
          <span>
            <span className="figures">{project.id}</span> · <InstantDay value={project.createdAt} />
          </span>
          <ProjectStatusBadge status={project.status} />
        </p>
        <h2 className="font-semibold text-base">
          {to ? <NameLink to={to}>{project.name}</NameLink> : project.name}
        </h2>
        <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-ink-soft">
          {project.clientName}
          {/* A provider may have no contract in it. */}
          {project.total.minor !== '0' && (
            <Money value={project.total} className="font-semibold text-ink text-xl tracking-tight" />
          )}
        </p>
      </header>
      <dl className="mt-auto grid grid-cols-3 divide-x rounded-lg border bg-page text-center">
        <Count label={`${statusLabel.pending}s`} value={counts.pending} />
        <Count label={`${statusLabel.approved}s`} value={counts.approved} />
        <Count label={`${statusLabel.paid}s`} value={counts.paid} />
      </dl>
      <dl className="grid grid-cols-1 gap-1">
        <Orders label="Pedidos de pago" count={project.paymentOrdersCount} total={project.paymentTotal} />
        <Orders
          label="Pedidos de emisión"
          count={project.issuanceOrdersCount}
          total={project.issuanceTotal}
        />
      </dl>
      {action}
    </Card>
  )
}

/** Link of the name, whose clickable area covers the card. */
function NameLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="after:absolute after:inset-0 after:rounded-xl hover:underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent"
    >
      {children}
    </Link>
  )
}

export function ProjectStatusBadge({ status }: { status: ProjectSummaryWire['status'] }) {
  return <OnOffBadge on={status === 'active'}>{projectStatusLabel[status]}</OnOffBadge>
}

function Count({ label, value }: { label: string; value: number }) {
  return (
    <div className="flex flex-col-reverse px-1 py-2">
      <dt className="text-ink-faint text-xs">{label}</dt>
      <dd className="figures font-semibold text-lg leading-6">{value}</dd>
    </div>
  )
}

type OrdersProps = { label: string; count: number; total: ProjectSummaryWire['total'] }

function Orders({ label, count, total }: OrdersProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <dt className="text-ink-soft">
        {label} <span className="figures text-ink-faint">({count})</span>
      </dt>
      <dd className="font-medium">
        <Money value={total} />
      </dd>
    </div>
  )
}
