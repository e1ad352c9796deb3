import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { UserRoundCheck, UserRoundX } from 'lucide-react'
import { type ReactNode, Suspense, useEffect } from 'react'
import { deputyWords } from '#features/approvals/text/told.ts'
import { previewRoute, type RoutePreviewWire } from '#features/approvals/wire/route.ts'
import { neededText } from '#features/flows/text/needed.ts'
import type { QueryOf } from '#kernel/endpoint.ts'
import { call, failureMessage } from '#ui/api.ts'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { useTyped } from '#ui/fields/choice.ts'
import { late } from '#ui/late.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'

/** Loaded for an order that cannot go its way: most can. */
const RouteTroublePanel = late(
  async () => (await import('#features/documents/web/route-trouble-panel.tsx')).RouteTroublePanel,
)

export type RouteAsked = QueryOf<typeof previewRoute> & { readonly projectId: string }

/** Declared here and not among the slice's queries, so that lists and pages do not load it. */
const routePreviewQuery = ({ projectId, ...asked }: RouteAsked) =>
  queryOptions({
    queryKey: ['approvals', 'route', projectId, asked],
    queryFn: ({ signal }) => call(previewRoute, { params: { projectId }, query: asked, signal }),
  })

type RoutePreviewPanelProps = {
  asked: RouteAsked
  userId: string
  /** Address where this person names who approves; undefined for somebody who may not. */
  whereToAppoint: string | undefined
}
type RouteStage = RoutePreviewWire['stages'][number]

/** Preview of the route: who must approve and why, who cannot, and what happens when nobody can. */
export function RoutePreviewPanel({ asked, userId, whereToAppoint }: RoutePreviewPanelProps) {
  const query = useRoute(asked)
  const { data: route } = query
  return (
    <Card>
      <CardHeader title="Quién tendrá que aprobar" note={route && previewNote(route)} />
      <CardBody className="grid grid-cols-1 gap-4 pt-3 sm:pt-3">
        {query.isError && !route && (
          <ErrorState
            message={failureMessage(query.error)}
            onRetry={() => void query.refetch()}
            busy={query.isFetching}
          />
        )}
        {query.isPending && <Skeleton className="h-10 w-full" />}
        {route && (route.blockedBy || route.missingRate) && (
          <Suspense fallback={<Skeleton className="h-20 w-full" />}>
            <RouteTroublePanel route={route} whereToAppoint={whereToAppoint} />
          </Suspense>
        )}
        {route?.stages
          .filter(stage => stage.people.length > 0)
          .map(stage => (
            <Stage
              key={`${stage.turn}${stage.name}`}
              stage={stage}
              userId={userId}
              isOnly={isOnly(route)}
              exceeded={route.exceedsCentre ? 'el contrato y en su centro de coste' : 'el contrato'}
            />
          ))}
        {route && route.excluded.length > 0 && (
          <ul className="grid grid-cols-1 gap-2.5">
            {route.excluded.map(person => (
              <Person
                key={person.userId}
                name={person.userId === userId ? 'Tú' : person.name}
                icon={<UserRoundX className="text-ink-faint" />}
              >
                No puede: {lowered(person.text)}
              </Person>
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  )
}

/** Route of what is written, read again when the typing of the amount pauses. */
function useRoute(asked: RouteAsked) {
  const [typed, type] = useTyped()
  const { amountMinor = '', chargeMinor = '' } = asked
  useEffect(() => type(`${amountMinor} ${chargeMinor}`), [type, amountMinor, chargeMinor])
  const [settledAmount, settledCharge] = typed.split(' ').map(toAmount)
  const settled = { ...asked, amountMinor: settledAmount, chargeMinor: settledCharge }
  return useQuery({ ...routePreviewQuery(settled), placeholderData: keepPreviousData })
}

const toAmount = (text: string) => (/^[1-9]\d{0,14}$/.test(text) ? text : undefined)

/** The people to whom an order goes first, in a sentence. */
export function RouteSentence({ asked }: { asked: RouteAsked }) {
  const { data: route } = useRoute(asked)
  return sendingSentence(route)
}

export function sendingSentence(
  route: Pick<RoutePreviewWire, 'blockedBy' | 'stages' | 'missingRate'> | undefined,
): string {
  if (route?.missingRate) return 'No se puede enviar: falta un tipo de cambio.'
  if (route?.blockedBy)
    return 'Al guardar, se envía a aprobación y queda bloqueado: hoy nadie puede aprobarlo.'
  const first = Math.min(...(route?.stages ?? []).map(({ turn }) => turn))
  const stages = route?.stages.filter(({ turn }) => turn === first) ?? []
  const names = [...new Set(stages.flatMap(({ people }) => people.map(({ name }) => name)))]
  if (names.length === 0) return 'Al guardar, se envía a aprobación.'
  const shown = names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} más`] : names
  return `Al guardar, se envía a aprobación: lo recibe${names.length === 1 ? '' : 'n'} ${listed.format(shown)}.`
}

const listed = new Intl.ListFormat('es', { type: 'conjunction' })

const isOnly = (route: RoutePreviewWire) => route.stages.length === 1

function previewNote({ rule, stages: [first, ...more] }: RoutePreviewWire): string | undefined {
  if (rule) return `Regla «${rule}»`
  if (!first || more.length > 0 || first.people.length < 2) return undefined
  return 'Hace falta la aprobación de todos.'
}

/** `exceeded`: what the order exceeds where the budget owners are asked. */
type StageProps = { stage: RouteStage; userId: string; isOnly: boolean; exceeded: string }

function Stage({ stage, userId, isOnly, exceeded }: StageProps) {
  const people = stage.people.map(person => (
    <Person
      key={person.userId}
      name={person.userId === userId ? 'Tú' : person.name}
      icon={<UserRoundCheck className="text-positive" />}
    />
  ))
  const list = <ul className="grid grid-cols-1 gap-2.5">{people}</ul>
  if (isOnly && stage.origin === 'general') return list
  return (
    <section aria-label={stage.name} className="grid grid-cols-1 gap-2">
      <div>
        <h3 className="font-medium text-sm">
          {stage.turn}. {stage.name}
        </h3>
        <p className="text-ink-soft text-xs">
          {neededText(stage, stage.people.length)}
          {stage.origin === 'overrun' && ` · porque supera lo que queda en ${exceeded}`}
        </p>
        {stage.deputy && <p className="text-ink-faint text-xs">{deputyWords(stage.deputy)}</p>}
      </div>
      {list}
    </section>
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
