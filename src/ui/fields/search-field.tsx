import { Search, X } from 'lucide-react'
import { type Ref, useRef } from 'react'
import { classes } from '#ui/classes.ts'

type SearchFieldProps = {
  /** Label, also the placeholder: 'Buscar documentos...' */
  label: string
  value: string
  onChange: (value: string) => void
  className?: string
  ref?: Ref<HTMLDivElement>
}

/** Field for a search, with a button that empties it. */
export function SearchField({ label, value, onChange, className, ref }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    input.current?.focus()
  }
  return (
    <div ref={ref} className={classes('relative', className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-faint"
      />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={event => onChange(event.target.value)}
        className="control px-9 [&::-webkit-search-cancel-button]:hidden"
      />
      {value !== '' && (
        <button
          type="button"
          aria-label="Borrar la búsqueda"
          onClick={clear}
          className="absolute inset-y-0 right-0 grid w-9 place-items-center text-ink-faint hover:text-ink touch:w-11"
        >
          <X className="size-4" aria-hidden="true" />
        </button>
      )}
    </div>
  )
}
