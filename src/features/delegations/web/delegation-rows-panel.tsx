import { useMutation } from '@tanstack/react-query'
import { CalendarClock, UserRoundCheck, UserRoundX } from 'lucide-react'
import { useState } from 'react'
import { coverageWords, delegationStateWords } from '#features/delegations/text.ts'
import { endDelegationMutation } from '#features/delegations/web/queries.ts'
import type { DelegationWire } from '#features/delegations/wire.ts'
import { formatDay } from '#kernel/day.ts'
import { failureMessage } from '#ui/api.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { Money } from '#ui/money.tsx'
import { notify } from '#ui/toast.ts'

type DelegationRowsPanelProps = {
  label: string
  items: readonly DelegationWire[]
  /** Title of a row. */
  rowTitle: (delegation: DelegationWire) => string
}

/** Delegations, each with its duties, days, limit and actions. */
export function DelegationRowsPanel({ label, items, rowTitle }: DelegationRowsPanelProps) {
  return (
    <ul aria-label={label} className="grid grid-cols-1 divide-y rounded-lg border">
      {items.map(item => (
        <DelegationRow key={item.id} delegation={item} title={rowTitle(item)} />
      ))}
    </ul>
  )
}

const looks = {
  active: { tone: 'positive', icon: <UserRoundCheck aria-hidden="true" /> },
  upcoming: { tone: 'info', icon: <CalendarClock aria-hidden="true" /> },
  over: { tone: 'neutral', icon: <UserRoundX aria-hidden="true" /> },
} as const

function DelegationRow({ delegation, title }: { delegation: DelegationWire; title: string }) {
  const { id, startsOn, endsOn, covers, max, state, ended, can } = delegation
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending } = useMutation(endDelegationMutation)
  const end = () =>
    mutate(id, {
      onSuccess: () => notify.success('Sustitución terminada'),
      onError: error => notify.error('No se ha podido terminar', { description: failureMessage(error) }),
      onSettled: () => setAsking(false),
    })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="break-words font-medium">{title}</span>
          <Badge tone={looks[state].tone} icon={looks[state].icon}>
            {delegationStateWords[state]}
          </Badge>
        </p>
        <p className="text-ink-faint text-xs">
          {coverageWords[covers]} · del {formatDay(startsOn)} al {formatDay(endsOn)}
          {max !== null && (
            <>
              {' '}
              · hasta <Money value={max} />
            </>
          )}
        </p>
        {ended && (
          <p className="text-ink-faint text-xs">
            La terminó {ended.byName} el {formatDay(ended.on)}
          </p>
        )}
      </div>
      {can.end === true && (
        <Button size="sm" aria-label={`Terminar: ${title}`} onClick={() => setAsking(true)}>
          Terminar
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Terminar la sustitución"
        description={`${title}: desde ahora no podrá decidir ni ejecutar en su nombre. Lo que ya hizo se mantiene.`}
        confirmLabel="Terminar"
        busy={isPending}
        onConfirm={end}
      />
    </li>
  )
}
