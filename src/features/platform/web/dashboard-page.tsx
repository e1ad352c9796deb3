import { useQuery } from '@tanstack/react-query'
import {
  BadgeCheck,
  Building2,
  CalendarClock,
  CircleDollarSign,
  FileText,
  type LucideIcon,
  MailWarning,
  Users,
} from 'lucide-react'
import { mailsQuery, summaryQuery } from '#features/platform/web/queries.ts'
import type { getSummary } from '#features/platform/wire/companies.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { formatMoney, money } from '#kernel/money.ts'
import { Card } from '#ui/card.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { cardGrid, SkeletonCards } from '#ui/skeleton-cards.tsx'
import { Alert } from '#ui/states.tsx'

/** The platform at a glance: six figures, of real data. */
export function PlatformDashboardPage() {
  const query = useQuery(summaryQuery)
  return (
    <>
      <PageHeader title="Panel Administrativo SaaS" subtitle="Cómo va la plataforma" />
      <StuckMails />
      <Loaded query={query} skeleton={<SkeletonCards label="Cargando el panel" height="h-30" />}>
        {summary => (
          <ul className={cardGrid}>
            {cardsOf(summary).map(card => (
              <StatCard key={card.label} {...card} />
            ))}
          </ul>
        )}
      </Loaded>
    </>
  )
}

type Stat = { label: string; value: string; note: string; icon: LucideIcon }

function cardsOf(summary: ResponseOf<typeof getSummary>): readonly Stat[] {
  const { averageApprovalHours: hours } = summary
  const pace =
    hours === null ? 'Aún no se ha decidido nada' : `Tiempo medio de aprobación: ${hoursText(hours)}`
  const count = (value: number) => value.toLocaleString('es-ES', { useGrouping: 'always' })
  return [
    {
      ...{ label: 'Empresas activas', value: count(summary.activeCompanies), icon: Building2 },
      note: 'Sin contar suspendidas ni inactivas',
    },
    {
      ...{ label: 'Pedidos del mes', value: count(summary.monthlyOrders), icon: FileText },
      note: 'Creados desde el día 1',
    },
    {
      ...{ label: 'Contratos por vencer', value: count(summary.endingContracts), icon: CalendarClock },
      note: 'En los próximos 30 días',
    },
    {
      ...{ label: 'Usuarios activos', value: count(summary.activeUsers), icon: Users },
      note: 'Pueden entrar en alguna empresa',
    },
    {
      ...{ label: 'Aprobaciones pendientes', value: count(summary.pendingApprovals), icon: BadgeCheck },
      note: pace,
    },
    {
      ...{ label: 'Monetización (MRR)', icon: CircleDollarSign },
      value: formatMoney(money(BigInt(summary.mrrUsd) * 100n, 'USD')),
      note: 'Lo que pagan al mes las empresas activas',
    },
  ]
}

const hoursText = (hours: number) => (hours < 1 ? 'menos de 1h' : `${Math.round(hours)}h`)

function StatCard({ label, value, note, icon: Icon }: Stat) {
  return (
    <li>
      <Card className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 p-4 sm:p-5">
        <h2 className="text-ink-soft">{label}</h2>
        <Icon aria-hidden="true" className="size-5 text-ink-faint" />
        <p className="figures col-span-2 font-semibold text-2xl">{value}</p>
        <p className="col-span-2 text-ink-faint text-sm">{note}</p>
      </Card>
    </li>
  )
}

/** Mails that do not leave are seen at once: nobody can be invited, nor recover an account. */
function StuckMails() {
  const { data } = useQuery(mailsQuery)
  const count = data?.items.length ?? 0
  if (count === 0) return null
  const mails: string = '/admin_saas/mail'
  return (
    <div className="mb-4">
      <Alert
        tone="caution"
        title={count === 1 ? 'Hay 1 correo sin enviar' : `Hay ${count} correos sin enviar`}
        action={
          <LinkButton to={mails} size="sm" icon={<MailWarning aria-hidden="true" />}>
            Ver
          </LinkButton>
        }
      >
        Invitaciones, recuperaciones y avisos no llegan a quien los espera.
      </Alert>
    </div>
  )
}
