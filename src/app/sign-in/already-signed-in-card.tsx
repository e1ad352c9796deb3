import { useRouter } from '@tanstack/react-router'
import { product } from '#app/product.ts'
import { type SessionUser, session } from '#app/session.ts'
import { dashboardPath } from '#app/sign-in/home-after-sign-in.ts'
import { BrandMark } from '#ui/brand.tsx'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'

/** Card on the sign-in screen for somebody who already has a session. */
export function AlreadySignedInCard({ user }: { user: SessionUser }) {
  const router = useRouter()
  const changeAccount = async () => {
    // Before the sign-out: navigating after it would pull back somebody who has already left the form.
    await router.navigate({ to: '/login' })
    await session.signOut()
  }
  return (
    <section className="grid grid-cols-1 gap-5 rounded-xl border bg-surface p-6">
      <div>
        <BrandMark className="mb-4 size-10" />
        <h1 className="font-semibold text-2xl tracking-tight">¡Bienvenido a {product}!</h1>
        <p className="mt-1 text-base text-ink-soft">Registrado correctamente.</p>
      </div>
      <p className="text-base">Hola, {user.name}.</p>
      <div className="grid grid-cols-1 gap-2">
        <LinkButton to={dashboardPath(user.role)} variant="primary" size="lg">
          Ir al panel
        </LinkButton>
        <Button onClick={changeAccount}>Iniciar sesión con otra cuenta</Button>
      </div>
    </section>
  )
}
