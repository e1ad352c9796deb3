import { Check, ChevronsUpDown } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useState } from 'react'
import { classes } from '#ui/classes.ts'
import { Field, type FieldProps } from '#ui/fields/field.tsx'
import { matches } from '#ui/lists/fold.ts'

export type ComboboxOption = {
  value: string
  label: string
  /** Second line, which tells two equal names apart and is searched too. */
  detail?: string
}

type ComboboxProps = FieldProps & {
  /** Action beside the label: makes an option that the list does not have. */
  aside?: ReactNode
  options: readonly ComboboxOption[]
  value: string
  onChange: (value: string) => void
  /** Called with the typed text, where the options are only the first of many. */
  onSearch?: (text: string) => void
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
  name?: string
  placeholder?: string
  emptyText?: string
  disabled?: boolean
}

/**
 * Choice of one of many by typing part of its name, with or without accents. Emptying it chooses none. By hand:
 * Base UI’s would add 16 KB to the first load of every form (decision 055).
 */
export function Combobox({ options, value, onChange, onBlur, ref, name, disabled, ...props }: ComboboxProps) {
  const { placeholder = 'Escribe para buscar', emptyText = 'Sin resultados', onSearch, ...field } = props
  const listId = useId()
  const list = useChoice(options, value, onChange)
  const isOpen = list.shown !== null && list.shown.length > 0
  const leave = () => {
    list.close()
    onBlur?.()
  }
  return (
    <Field {...field}>
      {control => (
        <div className="relative">
          <input
            {...control}
            ref={ref}
            name={name}
            placeholder={placeholder}
            disabled={disabled}
            type="text"
            role="combobox"
            autoComplete="off"
            spellCheck={false}
            aria-expanded={isOpen}
            aria-controls={isOpen ? listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={isOpen ? `${listId}-${list.active}` : undefined}
            value={list.text}
            onChange={event => {
              list.type(event.target.value)
              onSearch?.(event.target.value)
            }}
            onClick={event => {
              // Selects the current text, so that typing replaces it.
              if (list.shown === null) event.currentTarget.select()
              list.open()
            }}
            onKeyDown={list.press}
            onBlur={leave}
            className="control pr-10"
          />
          <ChevronsUpDown
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-faint"
          />
          {isOpen && <OptionList id={listId} label={field.label} list={list} value={value} />}
          {list.shown?.length === 0 && (
            <p
              role="status"
              className="floating absolute inset-x-0 top-full z-20 mt-1 px-3 py-3 text-ink-soft"
            >
              {emptyText}
            </p>
          )}
        </div>
      )}
    </Field>
  )
}

type Choice = ReturnType<typeof useChoice>

/**
 * State of the list: the typed text, the options found, and the active one. `shown` is null while nothing is
 * open.
 */
function useChoice(options: readonly ComboboxOption[], value: string, onChange: (value: string) => void) {
  const [query, setQuery] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const found = optionsToRender(
    options.filter(({ label, detail = '' }) => matches(`${label} ${detail}`, query ?? '')),
    value,
  )
  const shown = isOpen ? found : null
  const open = () => {
    if (isOpen) return
    setOpen(true)
    setActive(Math.max(0, query === null ? found.findIndex(option => option.value === value) : 0))
  }
  const close = () => {
    if (query?.trim() === '') onChange('')
    setOpen(false)
    setQuery(null)
  }
  const choose = (option: ComboboxOption | undefined) => {
    if (option) onChange(option.value)
    setOpen(false)
    setQuery(null)
  }
  const type = (text: string) => {
    setQuery(text)
    setOpen(true)
    setActive(0)
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (shown === null) open()
      else setActive((active + step + shown.length) % Math.max(1, shown.length))
    }
    if (event.key === 'Enter' && shown !== null) {
      event.preventDefault()
      choose(shown[active])
    }
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      setOpen(false)
      setQuery(null)
    }
  }
  const text = query ?? options.find(option => option.value === value)?.label ?? ''
  return { text, shown, active, setActive, open, close, choose, type, press }
}

const maxRendered = 100

/** Options to render: as many as can be looked through, the chosen one among them. */
function optionsToRender(found: readonly ComboboxOption[], value: string): readonly ComboboxOption[] {
  const beyond = found.findIndex(option => option.value === value) >= maxRendered
  return [...(beyond ? found.filter(option => option.value === value) : []), ...found.slice(0, maxRendered)]
}

function OptionList({ id, label, list, value }: { id: string; label: string; list: Choice; value: string }) {
  const { active } = list
  // Opened near the end of the window, the list would be cut there.
  useEffect(() => {
    document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [id])
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      className="floating absolute inset-x-0 top-full z-20 mt-1 max-h-80 overflow-y-auto overscroll-contain p-1"
    >
      {list.shown?.map((option, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the input keeps the focus and the keys
        <div
          key={option.value}
          id={`${id}-${index}`}
          role="option"
          aria-selected={option.value === value}
          onPointerMove={() => list.setActive(index)}
          // The input must not lose the focus before the click counts.
          onMouseDown={event => event.preventDefault()}
          onClick={() => list.choose(option)}
          className={classes(
            'grid min-h-9 cursor-default grid-cols-[1fr_1rem] items-center gap-2 rounded-sm px-2.5 py-1.5 touch:min-h-11',
            index === active && 'bg-accent-soft',
          )}
        >
          <span className="min-w-0">
            <span className="block truncate">{option.label}</span>
            {option.detail && <span className="block truncate text-ink-faint text-xs">{option.detail}</span>}
          </span>
          {option.value === value && <Check className="size-4 text-accent" aria-hidden="true" />}
        </div>
      ))}
    </div>
  )
}
