import { useQuery } from '@tanstack/react-query'
import { type Counted, type Plan, subscriptionTerms } from '#features/companies/rules.ts'
import { companyUsageQuery } from '#features/reports/web/queries.ts'
import { countText } from '#kernel/text.ts'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { classes } from '#ui/classes.ts'
import { Loaded } from '#ui/loaded.tsx'
import { OnOffBadge } from '#ui/on-off-badge.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

type UsageCardProps = { plan: Plan; status: 'active' | 'inactive' | 'suspended' }

/** Subscription of the company, and the used part of its limits. */
export function UsageCard({ plan, status }: UsageCardProps) {
  const query = useQuery(companyUsageQuery)
  const { label, limits } = subscriptionTerms[plan]
  return (
    <Card>
      <CardHeader
        title={`Plan ${label}`}
        note="Al llegar a un límite solo se deja de crear"
        actions={<OnOffBadge on={status === 'active'}>{statusLabel[status]}</OnOffBadge>}
      />
      <CardBody>
        <Loaded query={query} skeleton={<UsageSkeleton isLimited={limits.users !== null} />}>
          {used => (
            <ul className={barsLayout}>
              {counted.map(({ what, title }) => (
                <li key={what}>
                  <UsageBar title={title} used={used[what]} limit={limits[what]} />
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </CardBody>
    </Card>
  )
}

const barsLayout = 'grid grid-cols-1 gap-4 sm:grid-cols-3'

/** Skeleton with the height of the content, so that nothing below it moves. */
function UsageSkeleton({ isLimited }: { isLimited: boolean }) {
  return (
    <div className={barsLayout}>
      {counted.map(({ what }) => (
        <Skeleton key={what} className={isLimited ? 'h-15' : 'h-11.5'} />
      ))}
    </div>
  )
}

const counted: readonly { what: Counted; title: string }[] = [
  { what: 'users', title: 'Usuarios activos' },
  { what: 'projects', title: 'Proyectos activos' },
  { what: 'documents', title: 'Documentos este mes' },
]

const statusLabel = { active: 'Activa', inactive: 'Inactiva', suspended: 'Suspendida' } as const

const figure = (count: number) => countText(count)

type UsageBarProps = { title: string; used: number; limit: number | null }

function UsageBar({ title, used, limit }: UsageBarProps) {
  const percent = limit === null ? 0 : Math.min(100, Math.round((used * 100) / limit))
  const tone = percent >= 100 ? 'bg-negative-solid' : percent > 90 ? 'bg-caution-solid' : 'bg-positive-solid'
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <p className="text-ink-soft text-xs">{title}</p>
      <p className="figures font-semibold text-base">
        {figure(used)}{' '}
        <span className="font-normal text-ink-soft text-xs">
          {limit === null ? 'sin límite' : `de ${figure(limit)}`}
        </span>
      </p>
      {limit !== null && (
        // biome-ignore lint/a11y/useSemanticElements: a <meter> cannot be drawn in the colours of the theme
        <div
          role="meter"
          aria-label={title}
          aria-valuemin={0}
          aria-valuemax={limit}
          aria-valuenow={Math.min(used, limit)}
          aria-valuetext={`${figure(used)} de ${figure(limit)}`}
          className="h-2 overflow-hidden rounded-full bg-line"
        >
          <span className={classes('block h-full', tone)} style={{ width: `${percent}%` }} />
        </div>
      )}
    </div>
  )
}
