import { useNavigate } from '@tanstack/react-router'
import { startTransition, useCallback } from 'react'

/** What a list is narrowed by besides words, and how it is sorted; left out of the address when undefined. */
export type ListFilters = {
  status?: string | undefined
  project?: string | undefined
  type?: string | undefined
  state?: string | undefined
  companyId?: string | undefined
  actor?: string | undefined
  group?: string | undefined
  object?: string | undefined
  from?: string | undefined
  to?: string | undefined
  delegated?: string | undefined
  event?: string | undefined
  sort?: string | undefined
}

/** Writes into the address what a list is narrowed by: a link reproduces it, and going back leaves the list. */
export function useListFilters(): (narrowing: ListFilters) => void {
  const navigate = useNavigate()
  return useCallback(
    narrowing =>
      startTransition(() => {
        void navigate({
          to: '.',
          search: before => ({ ...before, ...narrowing }),
          replace: true,
          state: true,
          resetScroll: false,
        })
      }),
    [navigate],
  )
}
