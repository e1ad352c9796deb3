import type { ReactNode } from 'react'
import { SearchField } from '#ui/search-field.tsx'

type ListBarProps = {
  /** What is searched: 'Buscar contratos...' */
  label: string
  text: string
  onSearch: (text: string) => void
  /** How it is sorted, and the way out of the house. */
  children: ReactNode
}

/** What stands above a list: the search, and what else chooses and takes. */
export function ListBar({ label, text, onSearch, children }: ListBarProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <SearchField label={label} value={text} onChange={onSearch} className="w-full sm:w-96" />
      <div className="flex w-full flex-wrap items-center gap-2 sm:w-auto">{children}</div>
    </div>
  )
}
