import { useRouter } from '@tanstack/react-router'
import { PublicNotice } from '#app/sign-in/public-notice.tsx'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'

/** Page of somebody who opens an area of another role. */
export function UnauthorizedPage() {
  const router = useRouter()
  // A window opened at this address has no page to go back to.
  const goBack = () => (window.history.length > 1 ? router.history.back() : router.navigate({ to: '/' }))
  return (
    <PublicNotice
      title="Acceso denegado"
      actions={
        <>
          <Button onClick={() => void goBack()}>Volver atrás</Button>
          <LinkButton to="/" variant="primary">
            Ir al inicio
          </LinkButton>
        </>
      }
    >
      No tienes permisos suficientes para acceder a esta página. Si crees que esto es un error, contacta con
      tu administrador.
    </PublicNotice>
  )
}
