import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { PublicNotice } from '#app/sign-in/public-notice.tsx'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'

/** Page of a screen that failed. Its text is the specification's. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <PublicNotice
      title="Unexpected Application Error!"
      actions={
        <>
          <Button onClick={retry}>Reintentar</Button>
          <LinkButton to="/" variant="primary">
            Ir al inicio
          </LinkButton>
        </>
      }
    >
      {error instanceof Error ? error.message : String(error)}
    </PublicNotice>
  )
}
