import { longestList } from '#ui/choice.ts'

/** Says that a list is longer than what is shown. */
export function FirstOnly({ count = 0 }: { count?: number | undefined }) {
  if (count < longestList) return null
  return (
    <p className="mt-3 text-center text-ink-soft">
      Se muestran los {longestList} primeros. Busca para encontrar el resto.
    </p>
  )
}
