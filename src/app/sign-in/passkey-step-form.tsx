import { Fingerprint } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { SessionUser } from '#app/session.ts'
import { whileSigningIn } from '#app/sign-in/while-signing-in.ts'
import { Button } from '#ui/button.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { Alert } from '#ui/states.tsx'

type PasskeyStepFormProps = {
  onPassed: (user: SessionUser) => Promise<void>
  onSigningIn?: ((isSigningIn: boolean) => void) | undefined
}

/** Second step of signing in with a passkey: one button, and the browser's own dialog. */
export function PasskeyStepForm({ onPassed, onSigningIn }: PasskeyStepFormProps) {
  const [busy, setBusy] = useState(false)
  const [stopped, setStopped] = useState<{ message: string; calm: boolean } | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  const tell = (isBusy: boolean) => {
    setBusy(isBusy)
    onSigningIn?.(isBusy)
  }
  const step = () =>
    whileSigningIn(tell, async () => {
      setStopped(null)
      const answer = await import('#app/sign-in/passkey-entry.ts')
        .then(({ stepWithPasskey }) => stepWithPasskey())
        .catch(() => ({
          message: 'No se ha podido abrir. Comprueba tu red e inténtalo de nuevo.',
          calm: false,
        }))
      if ('user' in answer) await onPassed(answer.user)
      else setStopped(answer)
    })
  return (
    <>
      {stopped?.calm && <Alert tone="info">{stopped.message}</Alert>}
      <FormFailure message={stopped?.calm === false ? stopped.message : null} />
      <Button
        ref={button}
        variant="primary"
        size="lg"
        icon={<Fingerprint aria-hidden="true" />}
        busy={busy}
        onClick={() => void step()}
        className="w-full"
      >
        Usar mi llave de acceso
      </Button>
    </>
  )
}
