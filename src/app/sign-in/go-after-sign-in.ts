import { useLocation, useRouter } from '@tanstack/react-router'
import type { SessionUser } from '#app/session.ts'
import { afterSignIn } from '#app/sign-in/home-after-sign-in.ts'
import { notify } from '#ui/toast.ts'

/** Greets the person who has just signed in, and navigates to where they were going. */
export function useGoAfterSignIn(): (user: SessionUser) => Promise<void> {
  const router = useRouter()
  const returnTo = useLocation({ select: location => location.state.returnTo })
  return async user => {
    notify.success(`Bienvenido, ${user.name}`)
    await router.navigate({ href: afterSignIn(user.role, returnTo), replace: true })
  }
}
