import { Plus } from 'lucide-react'

type AsideButtonProps = { onClick: () => void; children: string }

/** Button beside a field's label: makes an option that its list does not have. */
export function AsideButton({ onClick, children }: AsideButtonProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="-my-1 inline-flex min-h-6 items-center gap-1 rounded-sm font-medium text-accent text-xs hover:underline touch:min-h-11 touch:px-1"
    >
      <Plus aria-hidden="true" className="size-3.5" />
      {children}
    </button>
  )
}
