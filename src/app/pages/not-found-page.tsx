import { PublicNotice } from '#app/sign-in/public-notice.tsx'
import { LinkButton } from '#ui/link-button.tsx'

/** Page of an address that does not exist. Its words are the specification's. */
export function NotFoundPage() {
  return (
    <PublicNotice
      code="404"
      title="Oops! Page not found"
      lang="en"
      actions={
        <LinkButton to="/" variant="primary">
          Return to Home
        </LinkButton>
      }
    />
  )
}
