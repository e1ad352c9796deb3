import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { createRoot } from 'react-dom/client'
import { Toaster, toast } from 'sonner'
import 'sonner/dist/styles.css'
import '#ui/toaster.css'
import type { Notice } from '#ui/toast.ts'

let isMounted = false

export function showToast(kind: 'success' | 'error' | 'info', title: string, notice: Notice): void {
  mountOnce()
  toast[kind](title, {
    ...(notice.description !== undefined && { description: notice.description }),
    ...(notice.action && { action: { label: notice.action.label, onClick: notice.action.run } }),
  })
}

/** The notices live in a root of their own: every screen shows them and none waits for them. */
function mountOnce(): void {
  if (isMounted) return
  isMounted = true
  const place = document.body.appendChild(document.createElement('div'))
  createRoot(place).render(
    <Toaster
      position="bottom-right"
      duration={4000}
      visibleToasts={3}
      gap={14}
      // Above the buttons of a sheet, where the thumb is.
      mobileOffset={{ bottom: '5.5rem' }}
      hotkey={['altKey', 'KeyT']}
      closeButton
      containerAriaLabel="Avisos"
      toastOptions={{ closeButtonAriaLabel: 'Cerrar aviso' }}
      icons={{
        success: <CircleCheck className="size-4 text-positive" />,
        error: <CircleAlert className="size-4 text-negative" />,
        info: <Info className="size-4 text-info" />,
      }}
    />,
  )
}
