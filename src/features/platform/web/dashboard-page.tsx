import { useQuery } from '@tanstack/react-query'
import {
  BadgeCheck,
  Building2,
  CalendarClock,
  CircleDollarSign,
  FileText,
  MailWarning,
  Users,
} from 'lucide-react'
import { mailsQuery, summaryQuery } from '#features/platform/web/queries.ts'
import { type Stat, StatCard } from '#features/platform/web/stat-card.tsx'
import { dollars } from '#features/platform/web/text.ts'
import type { getSummary } from '#features/platform/wire/companies.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { counted, countText } from '#kernel/text.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { cardGrid, SkeletonCards } from '#ui/skeleton-cards.tsx'
import { Alert } from '#ui/states.tsx'

/** Dashboard of the platform: six figures, of real data. */
export function PlatformDashboardPage() {
  const query = useQuery(summaryQuery)
  return (
    <>
      <PageHeader title="Panel Administrativo SaaS" subtitle="Cómo va la plataforma" />
      <StuckMails />
      <OwnCompanies count={query.data?.ownCompanies ?? 0} />
      <Loaded query={query} skeleton={<SkeletonCards label="Cargando el panel" height="h-30" />}>
        {summary => (
          <ul className={cardGrid}>
            {summaryStats(summary).map(card => (
              <StatCard key={card.label} {...card} />
            ))}
          </ul>
        )}
      </Loaded>
    </>
  )
}

function summaryStats(summary: ResponseOf<typeof getSummary>): readonly Stat[] {
  const { averageApprovalHours: hours } = summary
  const pace =
    hours === null ? 'Aún no se ha decidido nada' : `Tiempo medio de aprobación: ${hoursText(hours)}`
  const count = (value: number) => countText(value)
  return [
    {
      label: 'Empresas activas',
      value: count(summary.activeCompanies),
      icon: Building2,
      to: '/admin_saas/companies',
      note: 'Sin contar suspendidas ni inactivas',
    },
    {
      label: 'Pedidos del mes',
      value: count(summary.monthlyOrders),
      icon: FileText,
      to: '/admin_saas/order-flows',
      note: 'Creados desde el día 1',
    },
    {
      label: 'Contratos por vencer',
      value: count(summary.endingContracts),
      icon: CalendarClock,
      to: '/admin_saas/contracts',
      search: { state: 'ending' },
      note: 'En los próximos 30 días',
    },
    {
      label: 'Usuarios activos',
      value: count(summary.activeUsers),
      icon: Users,
      to: '/admin_saas/users',
      note: 'Pueden entrar en alguna empresa',
    },
    {
      label: 'Aprobaciones pendientes',
      value: count(summary.pendingApprovals),
      icon: BadgeCheck,
      to: '/admin_saas/order-flows',
      search: { status: 'pending' },
      note: pace,
    },
    {
      label: 'Monetización (MRR)',
      icon: CircleDollarSign,
      to: '/admin_saas/monetization',
      value: dollars(summary.mrrUsd),
      note: 'Lo que pagan al mes las empresas activas',
    },
  ]
}

const hoursText = (hours: number) => (hours < 1 ? 'menos de 1\u00a0h' : `${Math.round(hours)}\u00a0h`)

/** Alert about mails that cannot be sent: without them nobody can be invited, nor recover an account. */
function StuckMails() {
  const { data } = useQuery(mailsQuery)
  const count = data?.items.length ?? 0
  if (count === 0) return null
  const mails: string = '/admin_saas/mail'
  return (
    <div className="mb-4">
      <Alert
        tone="caution"
        title={`Hay ${counted(count, 'correo')} sin enviar`}
        action={
          <LinkButton to={mails} size="sm" icon={<MailWarning aria-hidden="true" />}>
            Ver
          </LinkButton>
        }
      >
        Invitaciones, recuperaciones y notificaciones no llegan a quien los espera.
      </Alert>
    </div>
  )
}

/** Notice of the companies that people have made for themselves, which nobody has looked at before. */
function OwnCompanies({ count }: { count: number }) {
  if (count === 0) return null
  const companies: string = '/admin_saas/companies'
  return (
    <div className="mb-4">
      <Alert
        tone="info"
        title={`${counted(count, 'empresa nueva', 'empresas nuevas')} en los últimos 7 días`}
        action={
          <LinkButton
            to={companies}
            search={{ sort: '-date' }}
            size="sm"
            icon={<Building2 aria-hidden="true" />}
          >
            Ver
          </LinkButton>
        }
      >
        {count === 1
          ? 'La ha creado por su cuenta quien la administra, con el plan Free.'
          : 'Las han creado por su cuenta quienes las administran, con el plan Free.'}
      </Alert>
    </div>
  )
}
