/** Form that the sign-in screen shows, by what its address brings. */
import { useCallback, useEffect, useState } from 'react'
import { session } from '#app/session.ts'
import { carriesError, type Proof, proofIn } from '#app/sign-in/auth-callback.ts'
import { redeemedLink } from '#app/sign-in/pending-password-link.ts'
import { isSpentLink } from '#features/identity/web/text.ts'

/** Form of the sign-in screen, with the proof that a new password needs. */
export type LoginView = { kind: 'login' } | { kind: 'forgot' } | { kind: 'new-password'; proof: Proof }

/** Form to show; null until the address and the session have been read. */
export function useLoginView() {
  const [view, setView] = useState<LoginView | null>(null)
  const [isLinkBad, setLinkBad] = useState(() => carriesError(location))
  useEffect(() => {
    let isMounted = true
    void openingView().then(found => {
      if (!isMounted) return
      if (found === 'spent-link') setLinkBad(true)
      setView(found === 'spent-link' ? { kind: 'login' } : found)
    })
    return () => {
      isMounted = false
    }
  }, [])
  const show = useCallback((next: LoginView) => setView(next), [])
  return { view, show, isLinkBad, setLinkBad }
}

/**
 * First form. The client may have redeemed the link when it started, so that only the rest is still to be done.
 */
async function openingView(): Promise<LoginView | 'spent-link'> {
  const proofAtStart = proofIn(location)
  await session.user().catch(() => {})
  if (proofAtStart?.kind === 'tokens') clearHash()
  const proof = proofAtStart?.kind === 'tokens' ? proofAtStart : proofIn(location)
  const type = redeemedLink.type()
  if (proof === null && type !== null && session.current().kind !== 'out')
    return { kind: 'new-password', proof: { kind: 'session', type } }
  if (proof?.kind === 'code' && proof.type === 'recovery') {
    const failure = await session.redeeming().catch(() => null)
    if (failure && isSpentLink(failure)) return 'spent-link'
  }
  return proof ? { kind: 'new-password', proof } : { kind: 'login' }
}

/** Removes the tokens from the address: they are held in memory alone. */
function clearHash(): void {
  history.replaceState(history.state, '', location.pathname + location.search)
}
