import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { SessionUser } from '#app/session.ts'
import { giveCode, giveRecoveryCode } from '#app/sign-in/second-step.ts'
import { whileSigningIn } from '#app/sign-in/while-signing-in.ts'
import { Button } from '#ui/button.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { TextField } from '#ui/fields/text-field.tsx'

type CodeStepFormProps = {
  isRecovery: boolean
  onPassed: (user: SessionUser) => Promise<void>
  onSigningIn?: ((isSigningIn: boolean) => void) | undefined
}

/** Second step of signing in with a code of the person's application, or a recovery code. */
export function CodeStepForm({ isRecovery, onPassed, onSigningIn }: CodeStepFormProps) {
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
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
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      {isRecovery ? (
        <TextField
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
    </form>
  )
}
