import { longestList } from '#ui/fields/choice.ts'

/** Says that more waits than is shown; null for a list that is whole. */
export function OldestOnly({ hasMore }: { hasMore: boolean }) {
  if (!hasMore) return null
  return (
    <p role="status" className="px-4 py-3 text-center text-ink-soft text-xs">
      Se muestran los {longestList} más antiguos. Los siguientes aparecen según los vayas resolviendo.
    </p>
  )
}
