import { classes } from '#ui/classes.ts'

/** Only ornament of the product: an order on paper, with its visto bueno. */
export function SignedSheet({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 320 400" aria-hidden="true" className={classes('h-auto w-full', className)}>
      <path
        className="fill-surface stroke-line"
        d="M20.5 16.5h214l65 65v286a16 16 0 0 1-16 16h-263a16 16 0 0 1-16-16v-335a16 16 0 0 1 16-16Z"
      />
      <path className="fill-sunken stroke-line" d="M234.5 16.5v49a16 16 0 0 0 16 16h49Z" />
      <rect className="fill-ink opacity-80" x="40" y="52" width="96" height="9" rx="4.5" />
      <rect className="fill-line" x="40" y="74" width="60" height="7" rx="3.5" />
      <g className="fill-line">
        <rect x="40" y="122" width="150" height="7" rx="3.5" />
        <rect x="40" y="144" width="118" height="7" rx="3.5" />
        <rect x="40" y="166" width="134" height="7" rx="3.5" />
      </g>
      <g className="fill-ink-faint opacity-60">
        <rect x="226" y="122" width="40" height="7" rx="3.5" />
        <rect x="236" y="144" width="30" height="7" rx="3.5" />
        <rect x="220" y="166" width="46" height="7" rx="3.5" />
      </g>
      <path className="stroke-line" d="M40 192.5h226" />
      <rect className="fill-ink opacity-80" x="196" y="208" width="70" height="11" rx="5.5" />
      <rect className="fill-line" x="40" y="210" width="44" height="7" rx="3.5" />
      <path className="stroke-ink-faint" strokeDasharray="3 4" d="M40 330.5h226" />
      <text x="40" y="350" className="fill-ink-faint text-xs">
        V.º B.º
      </text>
      <path
        className="stroke-accent"
        fill="none"
        strokeWidth="9"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M126 290c9 7 18 17 24 29 12-34 36-63 92-82"
      />
    </svg>
  )
}
