import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useReachable } from '#app/live.ts'

/** Banner while the network or the server is unreachable; it says that nothing is lost. */
export function ConnectionBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  const isReachable = useReachable()
  return (
    <div role="status">
      {(!isOnline || !isReachable) && (
        <p className="flex items-center justify-center gap-2 bg-caution-soft px-4 py-2 text-caution">
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          {isOnline
            ? 'El servidor no responde. Lo que has escrito se conserva; seguimos intentándolo.'
            : 'Sin conexión. Lo que has escrito se conserva; podrás enviarlo cuando vuelva la red.'}
        </p>
      )}
    </div>
  )
}

function subscribe(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}
