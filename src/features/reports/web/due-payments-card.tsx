import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarCheck, Clock, Landmark, OctagonAlert } from 'lucide-react'
import { documentAddress } from '#features/documents/web/text.ts'
import { newBatchAddress } from '#features/executions/web/text.ts'
import type { DueStanding } from '#features/reports/rules/calendar.ts'
import { type DuesQuery, hasSeveralDays, hiddenText, standingLabel } from '#features/reports/text/calendar.ts'
import { duePaymentsQuery } from '#features/reports/web/calendar-queries.ts'
import type { DuePaymentWire, listDuePayments } from '#features/reports/wire/calendar.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { formatMoney, minorFromText, money } from '#kernel/money.ts'
import { counted } from '#kernel/text.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { Money } from '#ui/money.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { Day } from '#ui/time.tsx'

/** Payments chosen for a batch: the minor units of each, in euros, by the id of its order. */
type Chosen = ReadonlyMap<string, string>

type DuePaymentsCardProps = {
  areaPath: string
  title: string
  query: DuesQuery
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
}

/** Payments of a part of the calendar; those that a batch takes are chosen, also across parts, and sent to one. */
export function DuePaymentsCard({ areaPath, title, query, chosen, onChoose }: DuePaymentsCardProps) {
  const found = useQuery(duePaymentsQuery(query))
  return (
    <>
      <Loaded query={found} skeleton={<SkeletonRows count={3} label="Cargando los pagos" />}>
        {({ items, hasMore, more }) => (
          <Card aria-labelledby="due-title">
            <CardHeader
              id="due-title"
              title={title}
              note={noteFor({ items, hasMore, more })}
              actions={<ChooseAll items={items} chosen={chosen} onChoose={onChoose} />}
            />
            <ul aria-labelledby="due-title" className="mt-3 divide-y border-t">
              {items.map(item => (
                <DuePayment
                  key={`${item.documentId} ${item.payment}`}
                  areaPath={areaPath}
                  item={item}
                  chosen={chosen}
                  onChoose={onChoose}
                />
              ))}
            </ul>
            {hasMore && <MorePanel areaPath={areaPath} more={more} query={query} />}
          </Card>
        )}
      </Loaded>
      {chosen.size > 0 && (
        <ChosenBar areaPath={areaPath} chosen={chosen} onClear={() => onChoose(new Map())} />
      )}
    </>
  )
}

type MorePanelProps = Pick<DuePaymentsCardProps, 'areaPath' | 'query'> & { more: number | undefined }

/** Payments that the list leaves out, and where they are. */
function MorePanel({ areaPath, more, query }: MorePanelProps) {
  const documents: string = `${areaPath}/documents`
  const { dueFrom, dueTo, undated } = query
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t px-4 py-3 sm:px-5">
      <p>
        {hiddenText(more)} {hasSeveralDays(query) && 'Elige un día del calendario para ver los demás.'}
      </p>
      {undated === undefined ? (
        <LinkButton to={documents} search={{ type: 'gasto', dueFrom, dueTo, sort: 'due' }}>
          Pedidos con vencimiento en {dueFrom === dueTo ? 'ese día' : 'esos días'}
        </LinkButton>
      ) : (
        <LinkButton to={documents} search={{ type: 'gasto', undated }}>
          Pedidos sin vencimiento
        </LinkButton>
      )}
    </div>
  )
}

type Listed = ResponseOf<typeof listDuePayments>

function noteFor({ items, hasMore, more }: Listed): string {
  if (items.length === 0) return 'Ningún pago.'
  if (hasMore) {
    const all = more === undefined ? '' : ` de ${counted(items.length + more, 'pago')}`
    return `Se ven los primeros ${items.length}${all}.`
  }
  const isElsewhere = items.some(({ can }) => can !== true && can.refused === 'forbidden')
  const count = counted(items.length, 'pago')
  return isElsewhere ? `${count}. A una remesa los envía quien ejecuta en su proyecto.` : `${count}.`
}

const isFree = ({ can }: DuePaymentWire) => can === true

type ChoiceProps = Pick<DuePaymentsCardProps, 'chosen' | 'onChoose'>

function ChooseAll({ items, chosen, onChoose }: ChoiceProps & { items: readonly DuePaymentWire[] }) {
  const free = items.filter(isFree)
  if (free.length === 0) return null
  return (
    <Checkbox
      label="Elegir todos"
      checked={free.every(({ documentId }) => chosen.has(documentId))}
      onChange={event => onChoose(withChoice(chosen, free, event.target.checked))}
    />
  )
}

function withChoice(chosen: Chosen, items: readonly DuePaymentWire[], isOn: boolean): Chosen {
  const next = new Map(chosen)
  for (const { documentId, amount } of items)
    if (isOn) next.set(documentId, amount.minor)
    else next.delete(documentId)
  return next
}

type DuePaymentProps = ChoiceProps & { areaPath: string; item: DuePaymentWire }

function DuePayment({ areaPath, item, chosen, onChoose }: DuePaymentProps) {
  const { documentId, projectId, name, can } = item
  return (
    <li className="flex items-start justify-between gap-3 px-4 py-3 sm:px-5">
      <div className="grid min-w-0 grid-cols-1 gap-1">
        <div className="flex min-w-0 items-start gap-2">
          {can === true && (
            <label className="grid size-6 shrink-0 place-items-center touch:-ml-3 touch:size-11">
              <input
                type="checkbox"
                aria-label={`Elegir ${name}`}
                checked={chosen.has(documentId)}
                onChange={event => onChoose(withChoice(chosen, [item], event.target.checked))}
                className="size-4 accent-accent touch:size-5"
              />
            </label>
          )}
          <Link
            to={documentAddress(areaPath, { projectId, id: documentId })}
            className="wrap-anywhere inline-flex min-h-6 items-center font-medium hover:underline touch:min-h-11"
          >
            {name}
          </Link>
        </div>
        <p className="wrap-anywhere text-ink-soft text-xs">{whose(item)}</p>
        {can !== true && can.refused !== 'forbidden' && item.status === 'approved' && (
          <p className="text-caution text-xs">{can.text}</p>
        )}
      </div>
      <div className="grid shrink-0 grid-cols-1 justify-items-end gap-1">
        <Money value={item.amount} className="font-semibold" />
        <StandingBadge item={item} />
        {item.dueOn !== null && <Day value={item.dueOn} className="text-ink-soft text-xs" />}
      </div>
    </li>
  )
}

const whose = ({ documentId, providerName, projectName, payment, payments }: DuePaymentWire): string =>
  [documentId, providerName, projectName, ...(payments > 1 ? [`pago ${payment} de ${payments}`] : [])].join(
    ' · ',
  )

const looks: { readonly [standing in DueStanding]: { tone: Tone; icon: typeof Clock } } = {
  overdue: { tone: 'negative', icon: OctagonAlert },
  approved: { tone: 'positive', icon: CalendarCheck },
  pending: { tone: 'neutral', icon: Clock },
}

/** Standing of a payment; one that is overdue and still to be approved says both. */
function StandingBadge({ item: { standing, status } }: { item: DuePaymentWire }) {
  const { tone, icon: Icon } = looks[standing]
  return (
    <Badge
      tone={tone}
      icon={<Icon aria-hidden="true" />}
      note={standing === 'overdue' && status === 'pending' ? 'por aprobar' : undefined}
    >
      {standingLabel[standing]}
    </Badge>
  )
}

type ChosenBarProps = { areaPath: string; chosen: Chosen; onClear: () => void }

/** Choice, in sight while the list scrolls: a batch pays euros, so it is one sum. */
function ChosenBar({ areaPath, chosen, onClear }: ChosenBarProps) {
  const minor = [...chosen.values()].reduce((sum, each) => sum + minorFromText(each), 0n)
  const orders = [...chosen.keys()].join(',')
  return (
    <section
      data-pinned
      aria-label="Pagos elegidos"
      className="sticky bottom-0 z-10 flex flex-wrap items-center gap-2 rounded-lg border bg-surface px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
    >
      <p role="status" className="sums min-w-0 grow basis-40 font-semibold">
        {counted(chosen.size, 'pago')}: {formatMoney(money(minor, 'EUR'))}
      </p>
      <Button variant="quiet" onClick={onClear}>
        Quitar
      </Button>
      <LinkButton
        to={newBatchAddress(areaPath)}
        search={{ orders }}
        variant="primary"
        icon={<Landmark aria-hidden="true" />}
      >
        Enviar a una remesa
      </LinkButton>
    </section>
  )
}
