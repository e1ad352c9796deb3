import { useEffect, useState } from 'react'
import type { SessionUser } from '#app/session.ts'
import { CodeStepForm } from '#app/sign-in/code-step-form.tsx'
import { LoginAction } from '#app/sign-in/login-link.tsx'
import { PasskeyStepForm } from '#app/sign-in/passkey-step-form.tsx'
import { type FactorKind, factorKinds } from '#app/sign-in/second-step.ts'
import { Button } from '#ui/button.tsx'
import { canUsePasskeys } from '#ui/passkeys.ts'

type SecondStepFormProps = {
  onPassed: (user: SessionUser) => Promise<void>
  /** True from the moment the code is sent: the session changes before the next screen has loaded. */
  onSigningIn?: (isSigningIn: boolean) => void
  onClose: () => void
}

/** Ways of taking the second step, the easiest first. */
const ways = ['passkey', 'code', 'recovery'] as const
type Way = (typeof ways)[number]

const wayTexts: { readonly [way in Way]: { title: string; text: string; change: string } } = {
  passkey: {
    title: 'Verificación en dos pasos',
    text: 'Confirma que eres tú con tu llave de acceso: la huella, la cara o el PIN de tu dispositivo.',
    change: 'Usar una llave de acceso',
  },
  code: {
    title: 'Verificación en dos pasos',
    text: 'Abre tu aplicación de verificación y escribe el código que muestra para tu cuenta.',
    change: 'Usar el código de la aplicación',
  },
  recovery: {
    title: 'Código de recuperación',
    text: 'Escribe uno de los códigos que guardaste al activar la verificación. Cada uno sirve una sola vez.',
    change: 'Usar un código de recuperación',
  },
}

/** Second step of signing in: a passkey, a code of the person's application, or a recovery code. */
export function SecondStepForm({ onPassed, onSigningIn, onClose }: SecondStepFormProps) {
  const kinds = useFactorKinds()
  const [chosen, setChosen] = useState<Way | null>(null)
  if (kinds === null) return <p role="status" aria-label="Cargando" className="min-h-56" />
  const offered = waysFor(kinds)
  const isPasskeyElsewhere = kinds.includes('webauthn') && !offered.includes('passkey')
  const way = chosen ?? offered[0] ?? 'recovery'
  const { title, text } = wayTexts[way]
  return (
    <div className="grid grid-cols-1 gap-4">
      <div>
        <h2 className="font-semibold text-lg">{title}</h2>
        <p className="mt-1 text-ink-soft">{text}</p>
        {isPasskeyElsewhere && (
          <p className="mt-1 text-ink-soft">Este navegador no admite la llave de acceso de tu cuenta.</p>
        )}
      </div>
      {way === 'passkey' ? (
        <PasskeyStepForm onPassed={onPassed} onSigningIn={onSigningIn} />
      ) : (
        <CodeStepForm
          key={way}
          isRecovery={way === 'recovery'}
          onPassed={onPassed}
          onSigningIn={onSigningIn}
        />
      )}
      <div className="grid grid-cols-1 gap-1">
        {offered
          .filter(other => other !== way)
          .map(other => (
            <LoginAction key={other} onClick={() => setChosen(other)}>
              {wayTexts[other].change}
            </LoginAction>
          ))}
        <Button variant="quiet" onClick={onClose} className="w-full">
          Iniciar sesión con otra cuenta
        </Button>
      </div>
      <p className="text-ink-faint text-xs">
        ¿Sin tu dispositivo y sin códigos? Pide a la administración de la plataforma que quite la verificación
        en dos pasos de tu cuenta.
      </p>
    </div>
  )
}

/** Kinds of second factors of the account; null until they are known. */
function useFactorKinds(): readonly FactorKind[] | null {
  const [kinds, setKinds] = useState<readonly FactorKind[] | null>(null)
  useEffect(() => {
    factorKinds().then(setKinds, () => setKinds(['totp']))
  }, [])
  return kinds
}

/** Ways that the account has and this browser can take. */
function waysFor(kinds: readonly FactorKind[]): readonly Way[] {
  const is: { readonly [way in Way]: boolean } = {
    passkey: kinds.includes('webauthn') && canUsePasskeys(),
    code: kinds.includes('totp'),
    recovery: true,
  }
  return ways.filter(way => is[way])
}
