import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { SessionUser } from '#app/session.ts'
import { LoginAction } from '#app/sign-in/login-link.tsx'
import { giveCode, giveRecoveryCode } from '#app/sign-in/second-step.ts'
import { whileSigningIn } from '#app/sign-in/while-signing-in.ts'
import { Button } from '#ui/button.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { TextField } from '#ui/fields/text-field.tsx'

type SecondStepFormProps = {
  onPassed: (user: SessionUser) => Promise<void>
  /** True from the moment the code is sent: the session changes before the next screen has loaded. */
  onSigningIn?: (isSigningIn: boolean) => void
  onClose: () => void
}

/** Second step of signing in: a code from the person's application, or a recovery code. */
export function SecondStepForm({ onPassed, onSigningIn, onClose }: SecondStepFormProps) {
  const [isRecovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field is another one
  useEffect(() => input.current?.focus(), [isRecovery])
  const fail = (message: string) => {
    setFailure(message)
    input.current?.select()
  }
  const sayBusy = (isBusy: boolean) => {
    setBusy(isBusy)
    onSigningIn?.(isBusy)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setFailure(null)
    if (isRecovery ? code.trim() === '' : code.length !== 6) {
      fail(isRecovery ? 'Escribe uno de tus códigos de recuperación' : 'El código tiene seis cifras')
      return
    }
    await whileSigningIn(sayBusy, async () => {
      const answer = await (isRecovery ? giveRecoveryCode(code.trim()) : giveCode(code)).catch(() => ({
        message: 'No se ha podido comprobar el código. Inténtalo de nuevo.',
      }))
      if ('user' in answer) await onPassed(answer.user)
      else fail(answer.message)
    })
  }
  const change = () => {
    setRecovery(!isRecovery)
    setCode('')
    setFailure(null)
  }
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <div>
        <h2 className="font-semibold text-lg">
          {isRecovery ? 'Código de recuperación' : 'Verificación en dos pasos'}
        </h2>
        <p className="mt-1 text-ink-soft">
          {isRecovery
            ? 'Escribe uno de los códigos que guardaste al activar la verificación. Cada uno sirve una sola vez.'
            : 'Abre tu aplicación de verificación y escribe el código que muestra para tu cuenta.'}
        </p>
      </div>
      {isRecovery ? (
        <TextField
          key="recovery"
          ref={input}
          label="Código de recuperación"
          name="recovery-code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={code}
          onChange={event => setCode(event.target.value)}
        />
      ) : (
        <TextField
          key="code"
          ref={input}
          label="Código de verificación"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={event => setCode(event.target.value.replace(/\D/g, '').slice(0, 6))}
        />
      )}
      <FormFailure message={failure} />
      <Button type="submit" variant="primary" size="lg" busy={busy} className="w-full">
        {busy ? 'Verificando...' : 'Verificar'}
      </Button>
      <div className="grid grid-cols-1 gap-1">
        <LoginAction onClick={change}>
          {isRecovery ? 'Usar el código de la aplicación' : 'Usar un código de recuperación'}
        </LoginAction>
        <Button variant="quiet" onClick={onClose} className="w-full">
          Iniciar sesión con otra cuenta
        </Button>
      </div>
      <p className="text-ink-faint text-xs">
        ¿Sin tu dispositivo y sin códigos? Pide a la administración de la plataforma que quite la verificación
        en dos pasos de tu cuenta.
      </p>
    </form>
  )
}
