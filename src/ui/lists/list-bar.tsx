import type { ReactNode } from 'react'
import { SearchField } from '#ui/fields/search-field.tsx'

type ListBarProps = {
  /** Label of the search: 'Buscar contratos...' */
  label: string
  text: string
  onSearch: (text: string) => void
  /** Saved views of the list. */
  views?: ReactNode
  /** Sorting and export. */
  children: ReactNode
}

/** Bar above a list: search, saved views, sorting and actions. */
export function ListBar({ label, text, onSearch, views, children }: ListBarProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <div className="flex w-full items-center gap-2 sm:w-auto">
        <SearchField
          label={label}
          value={text}
          onChange={onSearch}
          className="min-w-0 grow sm:w-96 sm:grow-0"
        />
        {views}
      </div>
      <div className="flex w-full flex-wrap items-center gap-2 sm:w-auto">{children}</div>
    </div>
  )
}
