import { AlarmClock, ArrowDown, ArrowRight, Users } from 'lucide-react'
import { byTurn } from '#features/flows/rules/turns.ts'
import { ordinal } from '#features/flows/web/text.ts'
import { classes } from '#ui/classes.ts'

export type PathStage = {
  turn: number
  name: string
  /** Number of approvals needed (`mode`) and the people (`who`), in words. */
  mode: string
  who: string
  /** Who is asked too after a delay, in words; null: nobody. */
  deputy: string | null
}

type PathPanelProps = {
  label: string
  stages: readonly PathStage[]
  /** True lays the path out vertically, as on a phone. */
  isNarrow?: boolean
}

/** Path of an order: turns in sequence, stages of one turn stacked. */
export function PathPanel({ label, stages, isNarrow = false }: PathPanelProps) {
  return (
    <ol
      aria-label={label}
      className={classes('flex flex-col gap-2', !isNarrow && 'sm:flex-row sm:flex-wrap sm:items-stretch')}
    >
      {byTurn(stages).map((turn, index) => (
        <li
          key={turn[0]?.turn}
          className={classes('flex flex-col gap-2', !isNarrow && 'sm:flex-row sm:items-center')}
        >
          {index > 0 && <Arrow isNarrow={isNarrow} />}
          <Turn stages={turn} isNarrow={isNarrow} />
        </li>
      ))}
    </ol>
  )
}

function Arrow({ isNarrow }: { isNarrow: boolean }) {
  return (
    <span aria-hidden="true" className="self-center text-ink-faint [&>svg]:size-4">
      <ArrowDown className={classes(!isNarrow && 'sm:hidden')} />
      {!isNarrow && <ArrowRight className="max-sm:hidden" />}
    </span>
  )
}

function Turn({ stages, isNarrow }: { stages: readonly PathStage[]; isNarrow: boolean }) {
  return (
    <ul
      className={classes(
        'grid grid-cols-1 gap-1.5',
        !isNarrow && 'sm:w-56',
        stages.length > 1 && 'rounded-xl border border-line border-dashed p-1.5',
      )}
    >
      {stages.map((stage, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: two stages of a turn may have the same name
          key={index}
          className="rounded-lg border border-line bg-sunken px-3 py-2"
        >
          <p className="flex items-baseline gap-1.5 font-medium">
            <span className="figures text-ink-faint text-xs">{ordinal(stage.turn)}</span>
            <span className="min-w-0 break-words">{stage.name}</span>
          </p>
          <p className="text-ink-soft text-xs">{stage.mode}</p>
          <p className="mt-1 flex items-start gap-1.5 text-xs">
            <Users aria-hidden="true" className="mt-px size-3.5 shrink-0 text-ink-faint" />
            <span className="min-w-0 break-words">{stage.who}</span>
          </p>
          {stage.deputy !== null && (
            <p className="mt-1 flex items-start gap-1.5 text-xs">
              <AlarmClock aria-hidden="true" className="mt-px size-3.5 shrink-0 text-ink-faint" />
              <span className="min-w-0 break-words">{stage.deputy}</span>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
