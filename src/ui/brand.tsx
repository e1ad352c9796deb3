import { classes } from '#ui/classes.ts'

/** Logo of the product: the check that signs a sheet. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={classes('size-7 shrink-0', className)}>
      <path
        className="fill-accent"
        d="M6.5 2.5h13.7L27 9.3V27a2.5 2.5 0 0 1-2.5 2.5h-18A2.5 2.5 0 0 1 4 27V5a2.5 2.5 0 0 1 2.5-2.5Z"
      />
      <path className="fill-on-accent opacity-55" d="M20.2 2.5 27 9.3h-5.3a1.5 1.5 0 0 1-1.5-1.5Z" />
      <path
        className="stroke-on-accent"
        fill="none"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="m9.5 17.6 4.4 4.6 7.6-9"
      />
    </svg>
  )
}
