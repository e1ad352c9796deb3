import { useState } from 'react'
import { HolderPanel } from '#features/providers/web/holder-panel.tsx'
import type { PayeeCheckWire } from '#features/providers/wire/payee-check.ts'
import { Button } from '#ui/button.tsx'
import { OnDemand } from '#ui/on-demand.tsx'

const loadDialog = async () =>
  (await import('#features/providers/web/payee-check-dialog.tsx')).PayeeCheckDialog

type PayeeCheckPanelProps = {
  providerId: string
  iban: string
  check: PayeeCheckWire | null
  mayRecord: boolean
}

/** Answer of the bank about the holder of an account, with the button that writes another one down. */
export function PayeeCheckPanel({ providerId, iban, check, mayRecord }: PayeeCheckPanelProps) {
  const [isOpen, setOpen] = useState(false)
  const onClose = () => setOpen(false)
  if (check === null && !mayRecord) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      {check === null ? (
        <p className="text-ink-soft">Nadie ha anotado de quién dice el banco que es la cuenta.</p>
      ) : (
        <HolderPanel check={check} />
      )}
      {mayRecord && (
        <Button size="sm" onClick={() => setOpen(true)}>
          Anotar comprobación
        </Button>
      )}
      {isOpen && <OnDemand load={loadDialog} props={{ providerId, iban, onClose }} />}
    </div>
  )
}
