/**
 * The address as screens read it. A screen stands at several addresses (a list in each area), so that no single route
 * types it: what is read here is text, and each screen checks its own.
 */
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { startTransition, useCallback } from 'react'
import { addressTexts } from '#kernel/address.ts'

export type Texts = { readonly [name: string]: string | undefined }

/** Parameters after the question mark. */
export const useSearchParams = (): Texts => addressTexts(useSearch({ strict: false }))

/** One parameter after the question mark; the others may change without rendering. */
export const useSearchParam = (name: string): string | undefined =>
  useSearch({ strict: false, select: search => addressTexts(search)[name] })

/** Part of the path: `PRJ-001` for `$projectId`; empty at an address without it. */
export const usePathParam = (name: string): string =>
  useParams({ strict: false, select: (params: Texts) => params[name] ?? '' })

/** Writes parameters into the address; undefined ones leave it, and going back leaves the screen. */
export function useSearchChange(): (change: Texts) => void {
  const navigate = useNavigate()
  return useCallback(
    change =>
      startTransition(() => {
        void navigate({
          to: '.',
          search: before => ({ ...before, ...change }),
          replace: true,
          state: true,
          resetScroll: false,
        })
      }),
    [navigate],
  )
}
