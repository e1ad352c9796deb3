import { CSPProvider } from '@base-ui/react/csp-provider'
import { createRoot } from 'react-dom/client'
import { ConfirmIdentityDialog } from '#features/step-up/web/confirm-identity-dialog.tsx'
import type { Problem } from '#kernel/problem.ts'
import { dismissErrors } from '#ui/toaster.tsx'

/**
 * Shows the dialog above whatever is open, in a place of its own: the screen below keeps all that it holds. `over` takes it
 * away.
 */
export function askIdentity(problem: Problem, profile: string, over: AbortSignal): Promise<boolean> {
  return new Promise(resolve => {
    if (over.aborted) return resolve(false)
    // On a phone the refusal of the try before would lie over the dialog's buttons.
    dismissErrors()
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    const close = (isConfirmed: boolean) => {
      over.removeEventListener('abort', leave)
      root.unmount()
      place.remove()
      resolve(isConfirmed)
    }
    const leave = () => close(false)
    over.addEventListener('abort', leave)
    root.render(
      <CSPProvider disableStyleElements>
        <ConfirmIdentityDialog facts={problem.facts ?? {}} profile={profile} onClose={close} />
      </CSPProvider>,
    )
  })
}
