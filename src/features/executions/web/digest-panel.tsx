import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/toast.ts'

/** SHA-256 of a file: shortened for comparing at a glance, copied whole. */
export function DigestPanel({ value }: { value: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
    } catch {
      notify.info('No se ha podido copiar', { description: value })
    }
  }
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-soft text-xs">
      SHA-256
      <code title={value} className="figures rounded-sm bg-sunken px-1.5 py-0.5">
        {value.slice(0, 12)}…{value.slice(-8)}
      </code>
      <Button
        variant="quiet"
        size="sm"
        aria-label="Copiar el SHA-256 completo"
        icon={isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        onClick={copy}
      >
        <span role="status">{isCopied ? 'Copiado' : 'Copiar'}</span>
      </Button>
    </p>
  )
}
