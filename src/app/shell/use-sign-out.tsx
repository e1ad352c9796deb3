import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { impersonation } from '#app/impersonation.ts'
import { session } from '#app/session.ts'
import { unsent } from '#ui/hooks/unsent.ts'
import { OnDemand } from '#ui/on-demand.tsx'
import { notify } from '#ui/toast.ts'

const loadQuestion = async () => (await import('#ui/dialogs/discard-dialog.tsx')).DiscardDialog

/** Sign-out, which first asks for confirmation when it would discard unsent input. */
export function useSignOut(): { signOut: () => void; question: ReactNode } {
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const signOut = async () => {
    setAsking(false)
    impersonation.drop()
    await session.signOut()
    notify.success('Has cerrado sesión correctamente')
    await navigate({ to: '/login' })
  }
  const given = {
    hasDraft: unsent.isDrafted(),
    onClose: () => setAsking(false),
    onDiscard: () => void signOut(),
  }
  return {
    signOut: () => (unsent.is() ? setAsking(true) : void signOut()),
    question: isAsking && <OnDemand load={loadQuestion} props={given} />,
  }
}
