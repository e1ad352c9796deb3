import { useRouterState } from '@tanstack/react-router'
import { WifiOff } from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useReachable } from '#app/live.ts'
import { missingCode } from '#ui/late.ts'

/** Banner while the network or the server is unreachable; it says that nothing is lost, and that what was opened comes. */
export function ConnectionBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  const isReachable = useReachable()
  const missing = useSyncExternalStore(missingCode.subscribe, missingCode.get)
  const isGoing = useRouterState({ select: ({ isLoading }) => isLoading })
  return (
    <div role="status">
      {missing === 'gone' ? (
        <Bar>
          Hay una versión nueva. Recarga la página para abrir lo que falta.{' '}
          <button
            type="button"
            className="min-h-6 font-medium underline touch:min-h-11"
            onClick={() => location.reload()}
          >
            Recargar
          </button>
        </Bar>
      ) : (
        (!isOnline || !isReachable || missing === 'away') && (
          <Bar>{awayText(isOnline, missing === 'away' || isGoing)}</Bar>
        )
      )}
    </div>
  )
}

/** `isOpening`: the screen, or a part of it, waits for its code. */
function awayText(isOnline: boolean, isOpening: boolean): string {
  if (isOpening)
    return isOnline
      ? 'El servidor no responde. Lo que has abierto aparecerá cuando responda.'
      : 'Sin conexión. Lo que has abierto aparecerá cuando vuelva la red.'
  return isOnline
    ? 'El servidor no responde. Lo que has escrito se conserva; seguimos intentándolo.'
    : 'Sin conexión. Lo que has escrito se conserva; podrás enviarlo cuando vuelva la red.'
}

function Bar({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-center justify-center gap-2 bg-caution-soft px-4 py-2 text-caution">
      <WifiOff aria-hidden="true" className="size-4 shrink-0" />
      <span>{children}</span>
    </p>
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
