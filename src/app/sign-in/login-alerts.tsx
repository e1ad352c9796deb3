import type { LoginProblem, Registered } from '#app/sign-in/login-problem.ts'
import { ResendButton } from '#app/sign-in/login-resend-button.tsx'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/states.tsx'

type LoginAlertsProps = {
  /** True when the session could not be read. */
  hasFailed: boolean
  isLinkBad: boolean
  problem: LoginProblem | null
  registered: Registered | undefined
  /** True when the session ended while the person worked. */
  hasEnded: boolean
  /** Goes to the request for a new link; undefined on that form itself. */
  onNewLink: (() => void) | undefined
}

/** Alerts above the form of the sign-in screen. */
export function LoginAlerts({ hasFailed, isLinkBad, problem, ...props }: LoginAlertsProps) {
  const { registered, hasEnded, onNewLink } = props
  return (
    <>
      {hasFailed && (
        <Alert tone="negative" title="Error al verificar autenticación">
          No se pudo verificar el estado de autenticación. Por favor, intente nuevamente.
        </Alert>
      )}
      {isLinkBad && (
        <Alert tone="negative" title="Error al procesar el token">
          <p>
            Hubo un problema al procesar el token de restablecimiento. Por favor, solicite un nuevo enlace.
          </p>
          {onNewLink && (
            <Button size="sm" onClick={onNewLink} className="mt-2">
              Solicitar un nuevo enlace
            </Button>
          )}
        </Alert>
      )}
      {problem && (
        <Alert tone={problem.isPassing ? 'info' : 'negative'}>
          <p>{problem.message}</p>
          {problem.unconfirmed !== null && <ResendButton email={problem.unconfirmed} />}
        </Alert>
      )}
      {hasEnded && <Alert tone="info">Tu sesión ha terminado. Entra y sigues donde estabas.</Alert>}
      {registered && <RegisteredAlert {...registered} />}
    </>
  )
}

function RegisteredAlert({ email, mustConfirm }: Registered) {
  return (
    <Alert tone="info" title="Tu cuenta está pendiente de activación">
      {mustConfirm ? (
        <>
          <p>
            Te hemos escrito a <span className="font-medium">{email}</span>: confirma tu correo con el enlace
            que contiene. Después, la administración activará tu cuenta.
          </p>
          <ResendButton email={email} />
        </>
      ) : (
        <p>Podrás entrar cuando la administración active tu cuenta.</p>
      )}
    </Alert>
  )
}
