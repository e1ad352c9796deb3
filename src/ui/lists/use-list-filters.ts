import { useNavigate } from '@tanstack/react-router'
import { startTransition, useCallback } from 'react'

/** Filters of a list besides its search, and its sorting; undefined ones are left out of the address. */
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

/** Writes filters into the address: a link reproduces them, and going back leaves the list. */
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
