import { longestList } from '#ui/fields/choice.ts'

/** Note that more waits than is shown; absent for a complete list. */
export function OldestOnly({ hasMore }: { hasMore: boolean }) {
  if (!hasMore) return null
  return (
    <p role="status" className="px-4 py-3 text-center text-ink-soft text-xs">
      Se muestran los {longestList} más antiguos. Los siguientes aparecen según los vayas resolviendo.
    </p>
  )
}
