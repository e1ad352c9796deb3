import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { notify } from '#ui/toast.ts'

type OnDemandProps<Props> = {
  /** The same function at every render. */
  load: () => Promise<ComponentType<Props>>
  given: Props
  /** What stands there until it has come. */
  meanwhile?: ReactNode
}

/**
 * A dialog or a form whose code is fetched when it is opened. When that fails, nothing on the screen is lost: the
 * person is told, and may try again.
 */
export function OnDemand<Props extends { onClose: () => void }>({
  load,
  given,
  meanwhile = null,
}: OnDemandProps<Props>) {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null)
  const { onClose } = given
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening
  useEffect(() => {
    const failed = () => {
      notify.error('No se ha podido abrir. Comprueba tu red e inténtalo de nuevo.')
      onClose()
    }
    load().then(part => setPart(() => part), failed)
  }, [load])
  return Part ? <Part {...given} /> : meanwhile
}
