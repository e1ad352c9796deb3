import { CircleCheck } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { session } from '#app/session.ts'
import { type LoginProblem, problem } from '#app/sign-in/login-problem.ts'
import { authWords } from '#features/identity/web/text.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { notify } from '#ui/toast.ts'

type ForgotFormProps = {
  email: string
  setEmail: (email: string) => void
  setProblem: (problem: LoginProblem | null) => void
  onClose: () => void
}

/** Form that requests a link to set a new password. */
export function ForgotForm({ email, setEmail, setProblem, onClose }: ForgotFormProps) {
  const [busy, setBusy] = useState(false)
  const [isSent, setSent] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const fail = (message: string) => {
    setProblem(problem(message))
    input.current?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (email.trim() === '') return fail('Por favor ingrese su correo electrónico')
    setBusy(true)
    setProblem(null)
    const failure = await askForLink(email.trim())
    setBusy(false)
    if (failure === null) {
      setSent(true)
      notify.success('Instrucciones enviadas a tu correo electrónico')
    } else {
      fail(failure)
      notify.error(failure)
    }
  }
  if (isSent) return <Sent onClose={onClose} />
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <div>
        <h2 className="font-semibold text-lg">Recuperar contraseña</h2>
        <p className="mt-1 text-ink-soft">
          Escribe tu correo electrónico y te enviaremos un enlace para elegir una contraseña nueva.
        </p>
      </div>
      <TextField
        ref={input}
        label="Correo electrónico"
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onChange={event => setEmail(event.target.value)}
      />
      <Button type="submit" variant="primary" size="lg" busy={busy} className="mt-2 w-full">
        {busy ? 'Enviando instrucciones...' : 'Enviar instrucciones'}
      </Button>
      <Button variant="quiet" onClick={onClose} className="w-full">
        Volver al inicio de sesión
      </Button>
    </form>
  )
}

/** Confirmation that does not reveal whether the address has an account. */
function Sent({ onClose }: { onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="grid grid-cols-1 gap-4">
      <div>
        <h2
          ref={heading}
          tabIndex={-1}
          className="flex items-center gap-2 font-semibold text-lg outline-none"
        >
          <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-positive" />
          Instrucciones enviadas
        </h2>
        <p className="mt-2 text-base text-ink-soft">
          Si existe una cuenta con ese correo electrónico, recibirás instrucciones para restablecer tu
          contraseña.
        </p>
      </div>
      <Button onClick={onClose} className="w-full">
        Volver al inicio de sesión
      </Button>
    </section>
  )
}

/** Requests the link; null, or the reason why nothing was sent. */
async function askForLink(email: string): Promise<string | null> {
  const otherwise = 'Error al enviar las instrucciones'
  try {
    const client = await session.client()
    const redirectTo = `${location.origin}/login?source=reset_email`
    const { error } = await client.resetPasswordForEmail(email, { redirectTo })
    return error ? authWords(error, otherwise) : null
  } catch {
    return otherwise
  }
}
