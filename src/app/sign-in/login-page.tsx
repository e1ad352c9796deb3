import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { PublicFooter } from '#app/pages/public-footer.tsx'
import { SignedSheet } from '#app/pages/signed-sheet.tsx'
import { product } from '#app/product.ts'
import { session, useSession } from '#app/session.ts'
import { AlreadySignedInCard } from '#app/sign-in/already-signed-in-card.tsx'
import { DemoAccounts } from '#app/sign-in/demo-accounts.tsx'
import { useGoAfterSignIn } from '#app/sign-in/go-after-sign-in.ts'
import { LoginAlerts } from '#app/sign-in/login-alerts.tsx'
import { LoginForm } from '#app/sign-in/login-form.tsx'
import type { LoginProblem } from '#app/sign-in/login-problem.ts'
import { useLoginView } from '#app/sign-in/login-view.ts'
import { redeemedLink } from '#app/sign-in/pending-password-link.ts'
import { BrandMark } from '#ui/brand.tsx'
import { OnDemand } from '#ui/on-demand.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { notify } from '#ui/toast.ts'

const loadForgotForm = async () => (await import('#app/sign-in/login-forgot-form.tsx')).ForgotForm
const loadNewPasswordForm = async () =>
  (await import('#app/sign-in/login-new-password-form.tsx')).NewPasswordForm
const loadSecondStepForm = async () =>
  (await import('#app/sign-in/login-second-step-form.tsx')).SecondStepForm

/** Sign-in screen: the password, the second factor, a new password or a forgotten one. */
export function LoginPage() {
  const state = useSession()
  const { view, show, ...link } = useLoginView()
  // During a sign-in here, the current form stays until the next screen has loaded.
  const [held, setHeld] = useState<typeof state.kind | null>(null)
  const hold = (isSigningIn: boolean) => setHeld(isSigningIn ? state.kind : null)
  useEffect(() => {
    if (new URLSearchParams(location.search).get('reset') === 'true')
      notify.info('Revisa tu correo electrónico', {
        description: 'Te hemos enviado las instrucciones para restablecer tu contraseña.',
      })
  }, [])
  const kind = held ?? state.kind
  const isPlain = view?.kind === 'login'
  return (
    <LoginLayout>
      {view === null && <Checking />}
      {isPlain && state.kind === 'in' && kind === 'in' && <AlreadySignedInCard user={state.user} />}
      {isPlain && kind === 'second-step' && <SecondStep onSigningIn={hold} />}
      {view !== null && !(isPlain && (kind === 'in' || kind === 'second-step')) && (
        <SignIn hasFailed={state.kind === 'failed'} view={view} show={show} {...link} onSigningIn={hold} />
      )}
    </LoginLayout>
  )
}

type SignInProps = Omit<ReturnType<typeof useLoginView>, 'view'> & {
  view: NonNullable<ReturnType<typeof useLoginView>['view']>
  hasFailed: boolean
  onSigningIn: (isSigningIn: boolean) => void
}

/** Forms of the sign-in screen, with their alerts and the input that they share. */
function SignIn({ view, show, isLinkBad, setLinkBad, hasFailed, onSigningIn }: SignInProps) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<LoginProblem | null>(null)
  const { registered, hasEnded = false } = useRouterState({ select: ({ location }) => location.state })
  const go = (kind: 'login' | 'forgot') => () => {
    setProblem(null)
    show({ kind })
  }
  return (
    <>
      <Heading />
      <LoginAlerts
        hasFailed={hasFailed}
        problem={problem}
        isLinkBad={isLinkBad}
        hasEnded={hasEnded && view.kind === 'login' && problem === null}
        registered={view.kind === 'login' && problem === null ? registered : undefined}
        onNewLink={view.kind === 'forgot' ? undefined : go('forgot')}
      />
      {view.kind === 'login' && (
        <>
          <LoginForm
            email={email}
            setEmail={setEmail}
            password={password}
            setPassword={setPassword}
            setProblem={setProblem}
            onSigningIn={onSigningIn}
            onForgotten={go('forgot')}
          />
          <DemoAccounts
            onChoose={account => {
              setEmail(account.email)
              setPassword(account.password)
              setProblem(null)
            }}
          />
        </>
      )}
      {view.kind === 'forgot' && (
        <OnDemand
          load={loadForgotForm}
          props={{ email, setEmail, setProblem, onClose: go('login') }}
          meanwhile={<FormLoading />}
        />
      )}
      {view.kind === 'new-password' && (
        <OnDemand
          load={loadNewPasswordForm}
          props={{
            proof: view.proof,
            setProblem,
            onSpentLink: () => {
              setLinkBad(true)
              go('login')()
            },
            onDone: go('login'),
            onClose: () => void leave().then(go('login')),
          }}
          meanwhile={<FormLoading />}
        />
      )}
    </>
  )
}

function SecondStep({ onSigningIn }: { onSigningIn: (isSigningIn: boolean) => void }) {
  const goAfterSignIn = useGoAfterSignIn()
  return (
    <>
      <Heading />
      <OnDemand
        load={loadSecondStepForm}
        props={{ onPassed: goAfterSignIn, onSigningIn, onClose: () => void session.signOut() }}
        meanwhile={<FormLoading />}
      />
    </>
  )
}

/** Ends the session of a link whose password was not chosen: the link alone does not sign anybody in. */
async function leave(): Promise<void> {
  if (redeemedLink.type() !== null) await session.signOut()
}

function LoginLayout({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh grid-cols-1 lg:grid-cols-[1fr_minmax(0,44%)]">
      <main className="grid grid-cols-1 content-center justify-items-center gap-6 px-5 py-10">
        <div className="grid w-full max-w-sm grid-cols-1 gap-6">{children}</div>
        <PublicFooter />
      </main>
      <aside
        aria-hidden="true"
        className="grid place-items-center overflow-hidden border-l bg-sunken p-12 max-lg:hidden"
      >
        <SignedSheet className="max-w-sm -rotate-2" />
      </aside>
    </div>
  )
}

function Heading() {
  return (
    <header className="grid grid-cols-1 gap-1">
      <BrandMark className="mb-3 size-10" />
      <h1 className="font-semibold text-2xl tracking-tight">{product}</h1>
      <p className="text-base text-ink-soft">Gestión de documentos y aprobaciones</p>
    </header>
  )
}

function Checking() {
  return (
    <p
      role="status"
      className="flex animate-appear items-center justify-center gap-3 text-base text-ink-soft"
    >
      <Spinner className="text-accent" />
      Verificando estado de autenticación
    </p>
  )
}

function FormLoading() {
  return (
    <p role="status" aria-label="Cargando" className="grid min-h-56 animate-appear place-items-center">
      <Spinner className="text-accent" />
    </p>
  )
}
