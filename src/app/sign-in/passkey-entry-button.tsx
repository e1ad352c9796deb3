import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { useGoAfterSignIn } from '#app/sign-in/go-after-sign-in.ts'
import { type LoginProblem, problem } from '#app/sign-in/login-problem.ts'
import { whileSigningIn } from '#app/sign-in/while-signing-in.ts'
import { Button } from '#ui/button.tsx'
import { canUsePasskeys, warmUpPasskeys } from '#ui/passkeys.ts'
import { notify } from '#ui/toast.ts'

type PasskeyEntryButtonProps = {
  setProblem: (problem: LoginProblem | null) => void
  onSigningIn: (isSigningIn: boolean) => void
}

const loadEntry = () => import('#app/sign-in/passkey-entry.ts')

/** Button that signs in with a passkey alone; none where the browser knows none. */
export function PasskeyEntryButton({ setProblem, onSigningIn }: PasskeyEntryButtonProps) {
  const [busy, setBusy] = useState(false)
  const goAfterSignIn = useGoAfterSignIn()
  if (!canUsePasskeys()) return null
  const tell = (isBusy: boolean) => {
    setBusy(isBusy)
    onSigningIn(isBusy)
  }
  const enter = () =>
    whileSigningIn(tell, async () => {
      setProblem(null)
      const entered = await loadEntry()
        .then(({ enterWithPasskey }) => enterWithPasskey())
        .catch(() => ({
          message: 'No se ha podido abrir. Comprueba tu red e inténtalo de nuevo.',
          calm: false,
        }))
      if ('user' in entered) await goAfterSignIn(entered.user)
      else if (entered.calm) notify.info(entered.message)
      else setProblem(problem(entered.message))
    })
  return (
    <Button
      size="lg"
      icon={<Fingerprint aria-hidden="true" />}
      busy={busy}
      onPointerEnter={warmUpPasskeys}
      onFocus={warmUpPasskeys}
      onClick={() => void enter()}
      className="w-full"
    >
      Entrar con una llave de acceso
    </Button>
  )
}
