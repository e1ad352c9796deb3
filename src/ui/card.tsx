import type { ComponentProps, ReactNode } from 'react'
import { classes } from '#ui/classes.ts'
import { unbroken } from '#ui/unbroken.tsx'

/** Surface with an edge, never with a shadow. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={classes('rounded-xl border border-line bg-surface', className)} />
}

type CardHeaderProps = { title: ReactNode; note?: ReactNode; actions?: ReactNode; id?: string }

/** Title of a card, with a note below and actions beside it. */
export function CardHeader({ title, note, actions, id }: CardHeaderProps) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-4 last:pb-4 touch:items-center sm:px-5">
      <div className="min-w-0">
        <h2 id={id} className="font-semibold text-base">
          {unbroken(title)}
        </h2>
        {note && <p className="mt-0.5 text-ink-soft text-sm">{unbroken(note)}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  )
}

export function CardBody({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classes('p-4 sm:p-5', className)} />
}

export function CardFooter({ className, ...rest }: ComponentProps<'footer'>) {
  return (
    <footer
      {...rest}
      className={classes(
        'flex flex-wrap items-center justify-end gap-2 border-t px-4 py-3 max-sm:*:flex-1 sm:px-5',
        className,
      )}
    />
  )
}

/** Label and value pairs, read as a list of terms. */
export function Facts({ children, className }: { children: ReactNode; className?: string }) {
  return <dl className={classes('grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3', className)}>{children}</dl>
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-faint text-xs">{label}</dt>
      <dd className="mt-0.5 font-medium">{unbroken(children)}</dd>
    </div>
  )
}
