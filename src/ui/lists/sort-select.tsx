import { FilterSelect } from '#ui/lists/filter-select.tsx'

type SortSelectProps<Name extends string> = {
  sorts: readonly [Name, ...Name[]]
  labels: { readonly [sort in Name]: string }
  sort: Name
  onChange: (sort: Name) => void
  /** True to show it also where there is room: a list of cards has no headers to press. */
  everywhere?: boolean
}

/** Sorting of a list without headers to press. */
export function SortSelect<Name extends string>(props: SortSelectProps<Name>) {
  const { sorts, labels, sort, onChange, everywhere } = props
  const [usual, ...others] = sorts
  return (
    <div className={everywhere ? 'grow basis-52 sm:grow-0 sm:basis-auto' : 'min-w-40 flex-1 sm:hidden'}>
      <FilterSelect
        label="Ordenar"
        all={labels[usual]}
        options={others.map(value => ({ value, label: labels[value] }))}
        value={sort === usual ? '' : sort}
        onChange={chosen => onChange(sorts.find(each => each === chosen) ?? usual)}
      />
    </div>
  )
}
