import { classes } from '#ui/classes.ts'

export type FilterTab<Value extends string> = { value: Value; label: string; count?: number | string }

type FilterTabsProps<Value extends string> = {
  label: string
  options: readonly FilterTab<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** Narrows a list. Buttons that stay pressed, not tabs: they show no other panel. */
export function FilterTabs<Value extends string>(props: FilterTabsProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a scrolling row everywhere
    <div role="group" aria-label={props.label} className="-mx-1 flex gap-1 overflow-x-auto px-1 py-1">
      {props.options.map(({ value, label, count }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === props.value}
          onClick={() => props.onChange(value)}
          className="inline-flex min-h-9 shrink-0 items-center gap-2 rounded-md border border-transparent px-3 font-medium text-ink-soft transition-colors hover:bg-hover hover:text-ink aria-pressed:border-line aria-pressed:bg-surface aria-pressed:text-ink touch:min-h-11"
        >
          {label}
          {count !== undefined && <Count isOn={value === props.value}>{count}</Count>}
        </button>
      ))}
    </div>
  )
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
