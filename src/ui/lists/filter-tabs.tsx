import { useLayoutEffect, useRef, useState } from 'react'
import { classes } from '#ui/classes.ts'
import { afterPaint } from '#ui/hooks/after-paint.ts'

export type FilterTab<Value extends string> = { value: Value; label: string; count?: number | string }

type FilterTabsProps<Value extends string> = {
  label: string
  options: readonly FilterTab<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/**
 * Filter of a list by pressed buttons, not tabs: they show no other panel. A button looks pressed at once,
 * however long the list takes to follow.
 */
export function FilterTabs<Value extends string>(props: FilterTabsProps<Value>) {
  const [pressed, setPressed] = usePressed(props.value)
  const press = (value: Value) => {
    setPressed(value)
    afterPaint(() => props.onChange(value))
  }
  const row = useRef<HTMLDivElement>(null)
  // Counts that arrive make the buttons wider.
  const widths = props.options.map(({ count }) => count).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies(pressed): whatever moves the pressed button
  // biome-ignore lint/correctness/useExhaustiveDependencies(widths): whatever moves the pressed button
  useLayoutEffect(() => showPressed(row.current), [pressed, widths])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a scrolling row everywhere
    <div
      ref={row}
      role="group"
      aria-label={props.label}
      className="-mx-1 flex gap-1 overflow-x-auto px-1 py-1"
    >
      {props.options.map(({ value, label, count }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === pressed}
          onClick={() => press(value)}
          className="inline-flex min-h-9 shrink-0 items-center gap-2 rounded-md border border-transparent px-3 font-medium text-ink-soft transition-colors hover:bg-hover hover:text-ink aria-pressed:border-line aria-pressed:bg-surface aria-pressed:text-ink touch:min-h-11"
        >
          {label}
          {count !== undefined && <Count isOn={value === pressed}>{count}</Count>}
        </button>
      ))}
    </div>
  )
}

/** Scrolls the row, and not the page, until its pressed button is in sight: a link may have pressed the last of them. */
function showPressed(row: HTMLElement | null) {
  const button = row?.querySelector('[aria-pressed="true"]')
  if (!row || !button) return
  const [inside, seen] = [button.getBoundingClientRect(), row.getBoundingClientRect()]
  row.scrollLeft +=
    Math.ceil(Math.max(0, inside.right - seen.right)) - Math.ceil(Math.max(0, seen.left - inside.left))
}

/** Button pressed last: shown at once, until the list has followed. */
function usePressed<Value>(value: Value) {
  const [{ pressed, lastValue }, set] = useState({ pressed: value, lastValue: value })
  if (value !== lastValue) set({ pressed: value, lastValue: value })
  return [pressed, (next: Value) => set({ pressed: next, lastValue: value })] as const
}

function Count({ isOn, children }: { isOn: boolean; children: number | string }) {
  return (
    <span
      className={classes(
        'figures rounded-full px-1.5 py-px text-xs',
        isOn ? 'bg-accent text-on-accent' : 'bg-sunken text-ink-soft',
      )}
    >
      {children}
    </span>
  )
}
