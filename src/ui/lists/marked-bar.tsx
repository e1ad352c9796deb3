import { X } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'

type MarkedBarProps = {
  /** Name of the bar for screen readers. */
  label: string
  /** Sum of the marked rows. */
  sum: string
  count: number
  /** Most rows that the action takes at once. */
  most: number
  clear: { label: string; onClick: () => void }
  action: MarkedAction
  /** Further actions, before the main one. */
  others?: readonly MarkedAction[]
}

type MarkedAction = { label: string; shortcut: string; onClick: () => void }

/** Bar about the marked rows of a list: their sum, and the action on all of them; on phones at the foot of the screen. */
export function MarkedBar({ label, sum, count, most, clear, action, others = [] }: MarkedBarProps) {
  const refusal = count > most ? `Como máximo ${most} a la vez.` : undefined
  return (
    <section
      data-pinned
      aria-label={label}
      className="flex flex-wrap items-center gap-2 bg-surface max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:border-t max-lg:px-4 max-lg:py-3 max-lg:pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:mt-2"
    >
      <Button variant="quiet" size="icon" aria-label={clear.label} onClick={clear.onClick}>
        <X aria-hidden="true" />
      </Button>
      <p role="status" className="sums min-w-0 grow font-semibold">
        {sum}
      </p>
      <div
        className={classes(
          'flex grow justify-end',
          others.length > 0 ? 'w-full gap-1.5 *:flex-auto *:whitespace-nowrap *:px-1' : 'gap-2',
        )}
      >
        {others.map(({ label: other, shortcut, onClick }) => (
          <Button key={other} onClick={onClick} aria-keyshortcuts={shortcut} refusal={refusal}>
            {other}
          </Button>
        ))}
        <Button
          variant="primary"
          onClick={action.onClick}
          aria-keyshortcuts={action.shortcut}
          refusal={refusal}
        >
          {action.label} {count}
        </Button>
      </div>
    </section>
  )
}
