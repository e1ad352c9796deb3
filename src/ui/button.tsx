import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react'
import { classes } from '#ui/classes.ts'
import { Spinner } from '#ui/spinner.tsx'
import { notify } from '#ui/toast.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'lg' | 'md' | 'sm' | 'icon'

export type ButtonProps = ComponentPropsWithRef<'button'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
  /** True while the action runs: the button shows it, keeps the focus and ignores further clicks. */
  busy?: boolean
  /** Reason why the action is refused. The button stays focusable and shows the reason when pressed. */
  refusal?: string | undefined
}

/** Button of an action; refused ones stay focusable and show their reason. */
export function Button({
  variant = 'secondary',
  size = 'md',
  icon,
  busy = false,
  refusal,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const isOff = busy || refusal !== undefined
  const act = (event: MouseEvent<HTMLButtonElement>) => {
    if (!isOff) return onClick?.(event)
    event.preventDefault()
    if (refusal !== undefined) notify.info(refusal)
  }
  return (
    <button
      type="button"
      aria-disabled={isOff || undefined}
      aria-busy={busy || undefined}
      title={refusal}
      {...rest}
      onClick={act}
      className={classes(buttonClasses(variant, size), className)}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}

/** Look of a button, for links and labels that look like one. */
export function buttonClasses(variant: ButtonVariant, size: ButtonSize): string {
  return classes(
    'inline-flex shrink-0 select-none items-center justify-center gap-2 rounded-md border font-medium transition-colors print:hidden',
    'aria-disabled:cursor-not-allowed aria-disabled:opacity-60 disabled:cursor-not-allowed disabled:opacity-60',
    '[&>svg]:size-4 [&>svg]:shrink-0',
    sizes[size],
    variants[variant],
  )
}

const sizes = {
  lg: 'min-h-11 px-5 py-2 text-base',
  md: 'min-h-9 px-3.5 py-1.5 text-sm touch:min-h-11',
  sm: 'min-h-8 px-2.5 py-1 text-[0.8125rem] touch:min-h-11',
  icon: 'size-9 touch:size-11',
} satisfies Record<ButtonSize, string>

const variants = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'border-line-strong bg-surface text-ink hover:bg-hover',
  quiet: 'border-transparent bg-transparent text-ink-soft hover:bg-hover hover:text-ink',
  danger: 'border-transparent bg-negative-solid text-on-negative hover:brightness-95',
} satisfies Record<ButtonVariant, string>
