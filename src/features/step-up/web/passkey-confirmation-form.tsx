import { useEffect, useState } from 'react'
import { confirmWithDevice } from '#features/step-up/web/queries.ts'
import { ApiProblem, failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { type Stopped, warmUpPasskeys } from '#ui/passkeys.ts'
import { Alert } from '#ui/states.tsx'

type PasskeyConfirmationFormProps = {
  onDone: () => void
  /** Called where the session has ended: nothing is left to confirm. */
  onEnded: () => void
}

/** Confirmation with a passkey: one button, and the browser's own dialog. */
export function PasskeyConfirmationForm({ onDone, onEnded }: PasskeyConfirmationFormProps) {
  const [busy, setBusy] = useState(false)
  const [stopped, setStopped] = useState<Stopped | null>(null)
  useEffect(warmUpPasskeys, [])
  const confirm = async () => {
    setBusy(true)
    setStopped(null)
    try {
      const answer = await confirmWithDevice()
      if (answer === null) return onDone()
      setStopped(answer)
    } catch (error) {
      if (error instanceof ApiProblem && error.problem.status === 401) return onEnded()
      setStopped({ message: failureMessage(error), calm: false })
    }
    setBusy(false)
  }
  return (
    <>
      {stopped?.calm && <Alert tone="info">{stopped.message}</Alert>}
      <FormFailure message={stopped?.calm === false ? stopped.message : null} />
      <Button
        data-confirmation
        variant="primary"
        size="lg"
        busy={busy}
        onClick={() => void confirm()}
        className="w-full"
      >
        Usar mi llave de acceso
      </Button>
    </>
  )
}
