import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { notify } from '#ui/toast.ts'

type OnDemandProps<Props> = {
  /** Stable function between renders. */
  load: () => Promise<ComponentType<Props>>
  props: Props
  /** Content until it has loaded. */
  meanwhile?: ReactNode
}

/**
 * Dialog or form whose code is loaded when it is opened. When loading fails, nothing on the screen is lost: the
 * person is told, and may try again.
 */
export function OnDemand<Props extends { onClose: () => void }>({
  load,
  props,
  meanwhile = null,
}: OnDemandProps<Props>) {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null)
  const { onClose } = props
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening
  useEffect(() => {
    const failed = () => {
      notify.error('No se ha podido abrir. Comprueba tu red e inténtalo de nuevo.')
      onClose()
    }
    load().then(part => setPart(() => part), failed)
  }, [load])
  return Part ? <Part {...props} /> : meanwhile
}
