import { useQuery } from '@tanstack/react-query'
import { getMeta } from '#features/companies/wire.ts'
import { call } from '#ui/api.ts'

/** Footer of the platform's screens: the release that is running. Unseen while the screen above it is loading, or it would jump. */
export function ReleaseFooter() {
  const { data } = useQuery({
    queryKey: ['meta'],
    queryFn: () => call(getMeta, {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data) return null
  return (
    <footer className="mx-auto max-w-[88rem] group-has-[[role=status][aria-label^=Cargando]]/main:invisible px-4 pb-6 text-ink-faint text-xs sm:px-6 lg:px-8">
      {data.product} {data.version}
    </footer>
  )
}
