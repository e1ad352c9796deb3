import { longestList } from '#ui/fields/choice.ts'

/** Note that a list is longer than what is shown of it. */
export function FirstOnly({ next }: { next: string | null }) {
  if (next === null) return null
  return (
    <p className="mt-3 text-center text-ink-soft">
      Se muestran los {longestList} primeros. Busca en su lista para encontrar el resto.
    </p>
  )
}
