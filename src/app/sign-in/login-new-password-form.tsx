import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { product } from '#app/product.ts'
import { session } from '#app/session.ts'
import type { Proof } from '#app/sign-in/auth-callback.ts'
import { type LoginProblem, problem } from '#app/sign-in/login-problem.ts'
import { SecondStepForm } from '#app/sign-in/login-second-step-form.tsx'
import { type Outcome, setNewPassword } from '#app/sign-in/new-password.ts'
import { lengthMessage, passwordHint, unmetMinimum } from '#features/identity/rules/passwords.ts'
import { Button } from '#ui/button.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { notify } from '#ui/toast.ts'

type NewPasswordFormProps = {
  proof: Proof
  setProblem: (problem: LoginProblem | null) => void
  /** Called when the link was used or has expired. */
  onSpentLink: () => void
  onDone: () => void
  onClose: () => void
}

/** Time that the message of success stays before the next screen. */
const pauseMs = 1500

/** Form of a new password, for somebody whom a link proves. */
export function NewPasswordForm({ proof: given, ...props }: NewPasswordFormProps) {
  const { setProblem, onSpentLink, onDone, onClose } = props
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [stage, setStage] = useState<'typing' | 'busy' | 'second-step' | 'done'>('typing')
  const proof = useRef(given)
  const first = useRef<HTMLInputElement>(null)
  const second = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  useLeaveAfter(stage === 'done', given.type, onDone)

  const fail = (message: string, field = first) => {
    setProblem(problem(message))
    setStage('typing')
    field.current?.focus()
  }
  const conclude = (outcome: Outcome) => {
    if (outcome.kind === 'spent-link') return onSpentLink()
    if (outcome.kind === 'second-step') return setStage('second-step')
    if (outcome.kind === 'done') {
      notify.success('Contraseña actualizada con éxito')
      return setStage('done')
    }
    notify.error(outcome.message)
    fail(outcome.message)
  }
  const send = async () => {
    setProblem(null)
    setStage('busy')
    try {
      const answer = await setNewPassword(proof.current, password)
      proof.current = answer.proof
      conclude(answer.outcome)
    } catch {
      conclude({ kind: 'refused', message: 'Error al actualizar la contraseña' })
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (stage !== 'typing') return
    if (password !== repeated) return fail('Las contraseñas no coinciden', second)
    const minimum = unmetMinimum(password, given.type === 'invite' ? 'account' : 'change')
    if (minimum !== null) return fail(lengthMessage(minimum))
    void send()
  }

  if (stage === 'done') return <Done type={given.type} />
  if (stage === 'second-step') return <SecondStepForm onPassed={send} onClose={onClose} />
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <div>
        <h2 className="font-semibold text-lg">Crear nueva contraseña</h2>
        {given.type === 'invite' && (
          <p className="mt-1 text-ink-soft">
            Te han invitado a {product}: elige la contraseña con la que entrarás.
          </p>
        )}
      </div>
      <PasswordField
        ref={first}
        label="Nueva contraseña"
        name="new-password"
        autoComplete="new-password"
        hint={passwordHint}
        value={password}
        onChange={event => setPassword(event.target.value)}
      />
      <PasswordField
        ref={second}
        label="Confirmar contraseña"
        name="confirm-password"
        autoComplete="new-password"
        value={repeated}
        onChange={event => setRepeated(event.target.value)}
      />
      <Button type="submit" variant="primary" size="lg" busy={stage === 'busy'} className="mt-2 w-full">
        {stage === 'busy' ? 'Guardando...' : 'Guardar contraseña'}
      </Button>
      <Button variant="quiet" onClick={onClose} className="w-full">
        Volver al inicio de sesión
      </Button>
    </form>
  )
}

/** Clears the link's parameters from the address, and navigates after a moment. */
function useLeaveAfter(isDone: boolean, type: Proof['type'], onDone: () => void): void {
  const router = useRouter()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is done
  useEffect(() => {
    if (!isDone) return
    router.history.replace('/login')
    const timer = setTimeout(() => {
      if (type === 'invite' && session.current().kind === 'in') void router.navigate({ to: '/welcome' })
      else onDone()
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [isDone])
}

function Done({ type }: { type: Proof['type'] }) {
  return (
    <p role="status" className="flex items-center gap-3 text-base">
      <Spinner className="text-accent" />
      {type === 'invite'
        ? 'Contraseña guardada. Entrando...'
        : 'Contraseña actualizada. Volviendo al inicio de sesión...'}
    </p>
  )
}
