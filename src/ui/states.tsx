import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { unbroken } from '#ui/unbroken.tsx'

type EmptyStateProps = {
  icon?: ReactNode
  title: string
  /** Reason why it is empty, and what to do. */
  children?: ReactNode
  action?: ReactNode
}

/** State of a list or screen that has nothing to show. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="grid grid-cols-1 justify-items-center gap-2 px-6 py-12 text-center">
      {icon && (
        <span className="mb-1 grid size-11 place-items-center rounded-full bg-sunken text-ink-faint [&>svg]:size-5">
          {icon}
        </span>
      )}
      <p className="text-balance font-medium text-base">{unbroken(title)}</p>
      {children && <div className="max-w-md text-balance text-ink-soft">{unbroken(children)}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}

type ErrorStateProps = { title?: string; message: string; onRetry?: () => void; busy?: boolean }

/** State of a screen that could not be loaded, with a button to try again. */
export function ErrorState({
  title = 'No se ha podido cargar',
  message,
  onRetry,
  busy = false,
}: ErrorStateProps) {
  return (
    <div role="alert" className="grid grid-cols-1 justify-items-center gap-2 px-6 py-12 text-center">
      <span className="mb-1 grid size-11 place-items-center rounded-full bg-negative-soft text-negative">
        <CircleAlert className="size-5" aria-hidden="true" />
      </span>
      <p className="font-medium text-base">{title}</p>
      <p className="max-w-md text-ink-soft">{unbroken(message)}</p>
      {onRetry && (
        <Button className="mt-2" onClick={onRetry} busy={busy}>
          Reintentar
        </Button>
      )}
    </div>
  )
}

type AlertProps = {
  tone: 'negative' | 'caution' | 'info'
  title?: string
  children: ReactNode
  action?: ReactNode
}

/** Alert about what is below it. Errors are announced. */
export function Alert({ tone, title, children, action }: AlertProps) {
  return (
    <div
      role={tone === 'negative' ? 'alert' : 'status'}
      className={classes('flex items-start gap-3 rounded-lg border p-3.5 max-sm:flex-wrap', alertTones[tone])}
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1 max-sm:basis-[calc(100%-1.75rem)]">
        {title && <p className="font-medium">{unbroken(title)}</p>}
        <div className={title ? 'text-ink' : undefined}>{unbroken(children)}</div>
      </div>
      {/* Under the words on a phone, where beside them it would leave a column of three words. */}
      {action && <div className="max-sm:ml-7">{action}</div>}
    </div>
  )
}

const alertTones = {
  negative: 'border-negative/25 bg-negative-soft text-negative',
  caution: 'border-caution/25 bg-caution-soft text-caution',
  info: 'border-info/25 bg-info-soft text-info',
}
