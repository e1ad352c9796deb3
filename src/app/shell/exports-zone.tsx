import { lazy, Suspense } from 'react'
import { useRunningExports } from '#ui/lists/running-exports.ts'

const ExportsBanner = lazy(async () => ({
  default: (await import('#app/shell/exports-banner.tsx')).ExportsBanner,
}))

/** Place of what says that an export goes on; nothing while none does. */
export function ExportsZone() {
  const running = useRunningExports()
  return running.length === 0 ? null : (
    <Suspense fallback={null}>
      <ExportsBanner running={running} />
    </Suspense>
  )
}
