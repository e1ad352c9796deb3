import { useEffect, useState } from 'react'
import { DemoAccounts } from '#app/pages/demo-accounts.tsx'
import { LoginForm } from '#app/pages/login-form.tsx'
import { SignedSheet } from '#app/pages/signed-sheet.tsx'
import { WelcomeCard } from '#app/pages/welcome-card.tsx'
import { product } from '#app/product.ts'
import { session, useSession } from '#app/session.ts'
import { BrandMark } from '#ui/brand.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { Alert } from '#ui/states.tsx'
import { notify } from '#ui/toast.ts'

export function LoginPage() {
  const state = useSession()
  useEffect(() => {
    void session.user()
    if (new URLSearchParams(location.search).get('reset') === 'true') {
      notify.info('Revisa tu correo electrónico', {
        description: 'Te hemos enviado las instrucciones para restablecer tu contraseña.',
      })
    }
  }, [])
  // Whoever signs in here goes on at once: the card is for those who already were.
  const [isEntering, setEntering] = useState(false)
  return (
    <div className="grid min-h-dvh grid-cols-1 lg:grid-cols-[1fr_minmax(0,44%)]">
      <main className="grid grid-cols-1 content-center justify-items-center gap-6 px-5 py-10">
        <div className="grid w-full max-w-sm grid-cols-1 gap-6">
          {state.kind === 'checking' && <Checking />}
          {state.kind === 'in' && !isEntering && <WelcomeCard user={state.user} />}
          {(state.kind === 'out' || state.kind === 'failed' || isEntering) && (
            <SignIn hasFailed={state.kind === 'failed'} onEntering={setEntering} />
          )}
        </div>
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

function SignIn({
  hasFailed,
  onEntering,
}: {
  hasFailed: boolean
  onEntering: (isEntering: boolean) => void
}) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <>
      <header className="grid grid-cols-1 gap-1">
        <BrandMark className="mb-3 size-10" />
        <h1 className="font-semibold text-2xl tracking-tight">{product}</h1>
        <p className="text-base text-ink-soft">Gestión de documentos y aprobaciones</p>
      </header>
      {hasFailed && (
        <Alert tone="negative" title="Error al verificar autenticación">
          No se pudo verificar el estado de autenticación. Por favor, intente nuevamente.
        </Alert>
      )}
      {carriesError() && (
        <Alert tone="negative" title="Error al procesar el token">
          Hubo un problema al procesar el token de restablecimiento. Por favor, solicite un nuevo enlace.
        </Alert>
      )}
      {problem && <Alert tone="negative">{problem}</Alert>}
      <LoginForm {...{ email, setEmail, password, setPassword, setProblem, onEntering }} />
      <DemoAccounts
        onChoose={account => {
          setEmail(account.email)
          setPassword(account.password)
          setProblem(null)
        }}
      />
    </>
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

/** A used or expired link comes back with its error in the query or the hash. */
function carriesError(): boolean {
  const given = [new URLSearchParams(location.search), new URLSearchParams(location.hash.slice(1))]
  return given.some(params => params.has('error') || params.has('error_code'))
}
