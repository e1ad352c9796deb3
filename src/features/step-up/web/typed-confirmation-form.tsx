import { type FormEvent, useRef, useState } from 'react'
import { confirmTyped } from '#features/step-up/web/queries.ts'
import { ApiProblem, failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'

type TypedConfirmationFormProps = {
  way: 'code' | 'password'
  onDone: () => void
  /** Called where the session has ended: nothing is left to confirm. */
  onEnded: () => void
}

/** Confirmation with a code of the person's application, or with their password. */
export function TypedConfirmationForm({ way, onDone, onEnded }: TypedConfirmationFormProps) {
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const refuse = (message: string) => {
    setWrong(message)
    input.current?.select()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // React bubbles events of a dialog into whatever opened it.
    event.stopPropagation()
    if (busy) return
    setWrong(null)
    setFailure(null)
    if (way === 'code' && typed.length !== 6) return refuse('El código tiene seis cifras')
    if (typed === '') return refuse('Escribe tu contraseña')
    setBusy(true)
    try {
      await confirmTyped(way, typed)
      onDone()
    } catch (error) {
      setBusy(false)
      const issue = error instanceof ApiProblem ? error.problem.issues?.[0] : undefined
      if (error instanceof ApiProblem && error.problem.status === 401) onEnded()
      else if (issue) refuse(issue.message)
      else setFailure(failureMessage(error))
    }
  }
  const bound = {
    ref: input,
    value: typed,
    error: wrong ?? undefined,
    'data-confirmation': true,
  }
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      {way === 'code' ? (
        <TextField
          {...bound}
          label="Código de verificación"
          hint="Las seis cifras que muestra tu aplicación"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          onChange={({ target }) => setTyped(target.value.replace(/\D/g, '').slice(0, 6))}
        />
      ) : (
        <PasswordField
          {...bound}
          label="Tu contraseña"
          name="password"
          autoComplete="current-password"
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <FormFailure message={failure} />
      <Button type="submit" variant="primary" size="lg" busy={busy} className="w-full">
        Confirmar y seguir
      </Button>
    </form>
  )
}
