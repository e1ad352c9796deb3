import { useLocation, useRouter } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { afterSignIn } from '#app/home.ts'
import { session } from '#app/session.ts'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { notify } from '#ui/toast.ts'

type LoginFormProps = {
  email: string
  setEmail: (email: string) => void
  password: string
  setPassword: (password: string) => void
  setProblem: (problem: string | null) => void
  onEntering: (isEntering: boolean) => void
}

export function LoginForm({ email, password, setProblem, ...props }: LoginFormProps) {
  const { busy, enter } = useSignIn(setProblem, props.onEntering)
  const emailInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (email.trim() === '' || password === '') {
      setProblem('Por favor complete todos los campos')
      const missing = email.trim() === '' ? emailInput : passwordInput
      missing.current?.focus()
      return
    }
    void enter(email.trim(), password)
  }
  return (
    <form noValidate onSubmit={submit} onFocus={session.warmUp} className="grid grid-cols-1 gap-4">
      <TextField
        ref={emailInput}
        label="Correo electrónico"
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onChange={event => props.setEmail(event.target.value)}
      />
      <PasswordField
        ref={passwordInput}
        label="Contraseña"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={event => props.setPassword(event.target.value)}
      />
      <Button type="submit" variant="primary" size="lg" busy={busy} className="mt-2 w-full">
        {busy ? 'Iniciando sesión...' : 'Iniciar sesión'}
      </Button>
      <LinkButton to="/" variant="quiet" className="w-full">
        Volver a inicio
      </LinkButton>
    </form>
  )
}

function useSignIn(setProblem: (problem: string | null) => void, onEntering: (isEntering: boolean) => void) {
  const [busy, setBusy] = useState(false)
  const router = useRouter()
  const origin = useLocation({ select: location => location.state.origin })
  const enter = async (email: string, password: string) => {
    setBusy(true)
    onEntering(true)
    setProblem(null)
    const answer = await session
      .signIn(email, password)
      .catch(() => ({ message: 'Error en el inicio de sesión' }))
    if ('user' in answer) {
      notify.success(`Bienvenido, ${answer.user.name}`)
      await router.navigate({ href: afterSignIn(answer.user.role, origin), replace: true })
    } else {
      setProblem(answer.message)
      notify.error(answer.message)
    }
    onEntering(false)
    setBusy(false)
  }
  return { busy, enter }
}
