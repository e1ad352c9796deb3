import { ChevronDown } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import { classes } from '#ui/classes.ts'

export type Option = { value: string; label: string; disabled?: boolean }

type NativeSelectProps = ComponentPropsWithRef<'select'> & {
  options: readonly Option[]
  /** First option, which stands for no choice. */
  none?: Omit<Option, 'value'> | undefined
}

/**
 * Select of the browser: every phone and screen reader knows it. A text that is too long fades out under its
 * arrow, whose place ends at the whole pixel at which browsers end the select: its border shows, and nothing beyond it.
 */
export function NativeSelect({ options, none, className, ...select }: NativeSelectProps) {
  return (
    <div className="relative">
      <select {...select} className={classes('control select peer', className)}>
        {none && (
          <option value="" disabled={none.disabled}>
            {none.label}
          </option>
        )}
        {options.map(option => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-[calc(100%-round(100%,1px))] grid w-10 place-items-center rounded-r-md border border-transparent border-l-0 bg-linear-to-r bg-clip-padding from-transparent to-30% to-surface peer-disabled:to-sunken"
      >
        <ChevronDown className="size-4 text-ink-faint" />
      </span>
    </div>
  )
}
