import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { session } from '#app/session.ts'
import { useGoAfterSignIn } from '#app/sign-in/go-after-sign-in.ts'
import { PublicNotice } from '#app/sign-in/public-notice.tsx'
import { confirmCompany } from '#features/platform/wire/own-company.ts'
import { ApiProblem, call, failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { LinkButton } from '#ui/link-button.tsx'

/** Page of the link in the mail: makes the company with the password that was chosen, and signs in. */
export function OwnCompanyConfirmationPage() {
  const [code] = useState(() => new URLSearchParams(location.search).get('code') ?? '')
  const [password, setPassword] = useState('')
  const { confirm, busy, failure, isEnded } = useConfirmation(code)
  if (code === '' || isEnded) return <Ended />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) void confirm(password)
  }
  return (
    <PublicNotice title="Crear mi empresa" actions={null}>
      <p>Escribe la contraseña que elegiste al pedir la empresa. Con ella entrarás desde ahora.</p>
      <form noValidate onSubmit={submit} className="mt-6 grid w-full grid-cols-1 gap-4 text-left text-sm">
        <PasswordField
          label="Contraseña"
          autoComplete="current-password"
          value={password}
          onChange={event => setPassword(event.target.value)}
        />
        <FormFailure message={failure} />
        <Button type="submit" variant="primary" size="lg" busy={busy} className="w-full">
          {busy ? 'Creando...' : 'Crear mi empresa'}
        </Button>
      </form>
    </PublicNotice>
  )
}

function useConfirmation(code: string) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [isEnded, setEnded] = useState(false)
  const goAfterSignIn = useGoAfterSignIn()
  const navigate = useNavigate()
  const createAndSignIn = async (password: string) => {
    const { email } = await call(confirmCompany, { body: { code, password } })
    const answer = await session.signIn(email, password).catch(() => null)
    if (answer?.kind === 'in') await goAfterSignIn(answer.user)
    else await navigate({ to: '/login', replace: true })
  }
  const confirm = async (password: string) => {
    if (password === '') return setFailure('Escribe la contraseña')
    setBusy(true)
    setFailure(null)
    try {
      await createAndSignIn(password)
    } catch (error) {
      const isOver = error instanceof ApiProblem && error.problem.type.endsWith('/request_ended')
      if (isOver) setEnded(true)
      else setFailure(failureMessage(error))
    }
    setBusy(false)
  }
  return { confirm, busy, failure, isEnded }
}

function Ended() {
  return (
    <PublicNotice
      title="Este enlace ya no sirve"
      actions={
        <>
          <LinkButton to="/login" variant="primary">
            Ir al inicio de sesión
          </LinkButton>
          <LinkButton to="/crear-empresa">Volver a pedirla</LinkButton>
        </>
      }
    >
      <p role="alert">Ya se ha usado o ha caducado. Si ya creaste tu empresa, inicia sesión.</p>
    </PublicNotice>
  )
}
