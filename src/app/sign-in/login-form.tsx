import { type FormEvent, useRef, useState } from 'react'
import { type SignInAnswer, session } from '#app/session.ts'
import { comeAgain } from '#app/sign-in/come-again.ts'
import { CompanyEntryButton } from '#app/sign-in/company-entry-button.tsx'
import { useGoAfterSignIn } from '#app/sign-in/go-after-sign-in.ts'
import { LoginAction, LoginLink } from '#app/sign-in/login-link.tsx'
import { type LoginProblem, problem } from '#app/sign-in/login-problem.ts'
import { OwnCompanyOffer } from '#app/sign-in/own-company-offer.tsx'
import { PasskeyEntryButton } from '#app/sign-in/passkey-entry-button.tsx'
import { whileSigningIn } from '#app/sign-in/while-signing-in.ts'
import { comingAgain, signInWords } from '#features/identity/web/text.ts'
import { Button } from '#ui/button.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { notify } from '#ui/toast.ts'

type LoginFormProps = {
  email: string
  setEmail: (email: string) => void
  password: string
  setPassword: (password: string) => void
  setProblem: (problem: LoginProblem | null) => void
  onForgotten: () => void
  /** True while somebody is signing in: the screen stays until the next one has loaded. */
  onSigningIn: (isSigningIn: boolean) => void
}

/** Form of the e-mail address and the password, with the ways to every other form. */
export function LoginForm({ email, password, setProblem, onForgotten, ...props }: LoginFormProps) {
  const { busy, signIn } = useSignIn(setProblem, props.onSigningIn)
  const emailInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (email.trim() === '' || password === '') {
      setProblem(problem('Por favor complete todos los campos'))
      const missing = email.trim() === '' ? emailInput : passwordInput
      missing.current?.focus()
      return
    }
    void signIn(email.trim(), password)
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
      <LoginAction onClick={onForgotten} className="-mt-2.5 justify-self-end">
        ¿Olvidaste tu contraseña?
      </LoginAction>
      <Button type="submit" variant="primary" size="lg" busy={busy} className="w-full">
        {busy ? 'Iniciando sesión...' : 'Iniciar sesión'}
      </Button>
      <PasskeyEntryButton setProblem={setProblem} onSigningIn={props.onSigningIn} />
      <CompanyEntryButton email={email} setProblem={setProblem} />
      <div className="grid grid-cols-1 gap-1">
        <LoginLink to="/register">¿No tienes una cuenta? Regístrate</LoginLink>
        <OwnCompanyOffer>
          <LoginLink to="/crear-empresa">Crear mi empresa</LoginLink>
        </OwnCompanyOffer>
        <LinkButton to="/" variant="quiet" className="w-full">
          Volver a inicio
        </LinkButton>
      </div>
    </form>
  )
}

function useSignIn(setProblem: LoginFormProps['setProblem'], onSigningIn: LoginFormProps['onSigningIn']) {
  const [busy, setBusy] = useState(false)
  const goAfterSignIn = useGoAfterSignIn()
  const reportBusy = (isBusy: boolean) => {
    setBusy(isBusy)
    onSigningIn(isBusy)
  }
  const signIn = async (email: string, password: string) => {
    setProblem(null)
    await whileSigningIn(reportBusy, async () => {
      const ask = () =>
        session
          .signIn(email, password)
          .catch((): SignInAnswer => ({ kind: 'refused', failure: { message: '' } }))
      const answer = await comeAgain(ask, {
        onWait: () => setProblem({ ...problem(comingAgain), isPassing: true }),
      })
      if (answer.kind === 'in') await goAfterSignIn(answer.user)
      if (answer.kind === 'refused') {
        const { failure } = answer
        const message = signInWords(failure)
        setProblem({ message, unconfirmed: failure.code === 'email_not_confirmed' ? email : null })
        notify.error(message)
      }
    })
  }
  return { busy, signIn }
}
