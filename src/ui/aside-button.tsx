import { Plus } from 'lucide-react'
import { notify } from '#ui/toast.ts'

type AsideButtonProps = {
  onClick: () => void
  /** Reason why none can be made. */
  refusal?: string | undefined
  children: string
}

/** Button beside a field's label: makes an option that its list does not have. */
export function AsideButton({ onClick, refusal, children }: AsideButtonProps) {
  return (
    <button
      type="button"
      aria-disabled={refusal !== undefined || undefined}
      title={refusal}
      onClick={() => (refusal === undefined ? onClick() : notify.info(refusal))}
      className="-my-1 inline-flex min-h-6 items-center gap-1 rounded-sm font-medium text-accent text-xs hover:underline aria-disabled:cursor-not-allowed aria-disabled:no-underline aria-disabled:opacity-60 touch:min-h-11 touch:px-1"
    >
      <Plus aria-hidden="true" className="size-3.5" />
      {children}
    </button>
  )
}
