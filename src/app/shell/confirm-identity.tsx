import { CSPProvider } from '@base-ui/react/csp-provider'
import { createRoot } from 'react-dom/client'
import { ConfirmIdentityDialog } from '#features/step-up/web/confirm-identity-dialog.tsx'
import type { Problem } from '#kernel/problem.ts'

/** Shows the dialog above whatever is open, in a place of its own: the screen below keeps all that it holds. */
export function askIdentity(problem: Problem, profile: string): Promise<boolean> {
  return new Promise(resolve => {
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    const close = (isConfirmed: boolean) => {
      root.unmount()
      place.remove()
      resolve(isConfirmed)
    }
    root.render(
      <CSPProvider disableStyleElements>
        <ConfirmIdentityDialog facts={problem.facts ?? {}} profile={profile} onClose={close} />
      </CSPProvider>,
    )
  })
}
