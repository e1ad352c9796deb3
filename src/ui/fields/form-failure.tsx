import { useEffect, useRef } from 'react'
import { Alert } from '#ui/states.tsx'

/** Reason why a form was refused when no field is to blame; beside its button, and scrolled into view. */
export function FormFailure({ message }: { message: string | null }) {
  return message === null ? null : <Shown message={message} />
}

function Shown({ message }: { message: string }) {
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message is brought into sight
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [message])
  return (
    <div ref={place}>
      <Alert tone="negative">{message}</Alert>
    </div>
  )
}
