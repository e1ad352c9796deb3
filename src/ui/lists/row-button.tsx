import { notify } from '#ui/toast.ts'

type RowButtonProps = {
  /** Label of the action, with the name of its object. */
  label: string
  /** Reason why it is refused; shown when pressed. */
  refusal: string | undefined
  onClick: () => void
  children: string
}

/** Button with the name on a phone's card: its clickable area covers the card, which must be `relative`. */
export function RowButton({ label, refusal, onClick, children }: RowButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={refusal !== undefined || undefined}
      onClick={() => (refusal === undefined ? onClick() : notify.info(refusal))}
      className="printed min-w-0 text-left font-medium after:absolute after:inset-0"
    >
      {children}
    </button>
  )
}
