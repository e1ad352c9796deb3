import { notify } from '#ui/toast.ts'

type RowButtonProps = {
  /** What it does, with the name of what it does it to. */
  label: string
  /** Why it is refused; said when tried. */
  refusal: string | undefined
  onClick: () => void
  children: string
}

/** The name on a phone's card: the whole card, which is `relative`, can be pressed in its place. */
export function RowButton({ label, refusal, onClick, children }: RowButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={refusal !== undefined || undefined}
      onClick={() => (refusal === undefined ? onClick() : notify.info(refusal))}
      className="min-w-0 text-left font-medium after:absolute after:inset-0"
    >
      {children}
    </button>
  )
}
