import { useEffect, useRef } from 'react'
import { Alert } from '#ui/states.tsx'

/** Why a form was refused when no field is to blame: beside its button, and in sight. */
export function FormFailure({ message }: { message: string | null }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (message !== null) place.current?.scrollIntoView({ block: 'nearest' })
  }, [message])
  return <div ref={place}>{message !== null && <Alert tone="negative">{message}</Alert>}</div>
}
