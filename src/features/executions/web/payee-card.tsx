import { Check, Copy, TriangleAlert } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { ago } from '#features/executions/web/text.ts'
import type { PayeeWire } from '#features/executions/wire.ts'
import { SharedAccountPanel } from '#features/providers/web/shared-account-panel.tsx'
import { formatDay } from '#kernel/day.ts'
import { ibanText } from '#kernel/iban.ts'
import { moneyText } from '#kernel/money.ts'
import { type MoneyWire, moneyFromWire } from '#kernel/wire.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { type Keys, useKeys } from '#ui/hooks/keys.ts'
import { Key } from '#ui/keys-button.tsx'
import { late } from '#ui/late.ts'
import { Money } from '#ui/money.tsx'
import { notify } from '#ui/toast.ts'

/** Loaded where a bank was asked. */
const HolderPanel = late(async () => (await import('#features/providers/web/holder-panel.tsx')).HolderPanel)

type Line = {
  readonly label: string
  readonly shown: ReactNode
  readonly copied: string
  readonly note?: string
}

type PayeeCardProps = { payee: PayeeWire; amount: MoneyWire }

/** Payee of a payment: what a transfer asks for, each copied with a button or with its number. */
export function PayeeCard({ payee, amount }: PayeeCardProps) {
  const lines = linesFor(payee, amount)
  const [copied, setCopied] = useState<string | null>(null)
  const copy = async ({ label, copied: text }: Line) => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(label)
    } catch {
      notify.info('No se ha podido copiar', { description: text })
    }
  }
  const keys: Keys = Object.fromEntries(lines.map((line, at) => [String(at + 1), () => void copy(line)]))
  useKeys(keys)
  return (
    <Card aria-labelledby="payee-title" className="sm:@container">
      <CardHeader id="payee-title" title="Pagar a" />
      <div className="grid grid-cols-1 gap-3 px-4 pt-3 pb-4 sm:px-5">
        <Warnings payee={payee} />
        <SharedAccountPanel shared={payee.sharedAccount} />
        {payee.payeeCheck && (
          <Suspense fallback={null}>
            <HolderPanel check={payee.payeeCheck} />
          </Suspense>
        )}
        <dl className="grid grid-cols-1 gap-x-6 gap-y-1 @lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          {lines.map((line, at) => (
            <div key={line.label} className="min-w-0">
              <dt className="text-ink-faint text-xs">{line.label}</dt>
              <dd className="flex items-center justify-between gap-2">
                <span className="wrap-anywhere min-w-0 font-medium">
                  {line.shown}
                  {line.note && <span className="ml-2 font-normal text-ink-faint text-xs">{line.note}</span>}
                </span>
                <Button
                  variant="quiet"
                  size="sm"
                  className="-mr-2.5"
                  title={`Copiar: ${line.label}`}
                  aria-keyshortcuts={String(at + 1)}
                  onClick={() => void copy(line)}
                >
                  {copied === line.label ? (
                    <Check aria-hidden="true" className="text-positive" />
                  ) : (
                    <Copy aria-hidden="true" />
                  )}
                  <span className="sr-only">Copiar: {line.label}</span>
                  <span aria-hidden="true" className="max-lg:hidden">
                    <Key>{String(at + 1)}</Key>
                  </span>
                </Button>
              </dd>
            </div>
          ))}
        </dl>
        {payee.account === null && (
          <p className="text-caution">El pedido se aprobó sin la cuenta del proveedor.</p>
        )}
        <p role="status" className="sr-only">
          {copied !== null && `Copiado: ${copied}`}
        </p>
      </div>
    </Card>
  )
}

function linesFor({ holder, account, bic, concept }: PayeeWire, amount: MoneyWire): Line[] {
  const money = moneyFromWire(amount)
  return [
    { label: 'Titular', shown: holder, copied: holder },
    ...(account === null
      ? []
      : [
          {
            label: 'Cuenta',
            shown: <span className="figures whitespace-normal">{ibanText(account)}</span>,
            copied: account,
            ...(bic !== null && { note: `BIC ${bic}` }),
          },
        ]),
    { label: 'Monto', shown: <Money value={money} />, copied: moneyText(money) },
    { label: 'Concepto', shown: concept, copied: concept },
  ]
}

function Warnings({ payee: { changedDays, isFormer, coolsUntil } }: { payee: PayeeWire }) {
  if (changedDays === null && !isFormer) return null
  return (
    <p className="flex items-start gap-2 text-caution">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>
        {changedDays !== null && (
          <strong className="font-medium">Cuenta cambiada {ago(changedDays)}. </strong>
        )}
        {isFormer
          ? 'La cuenta del proveedor ha cambiado desde la aprobación: se paga en la que se aprobó.'
          : 'Antes de pagar, comprueba con el proveedor que es suya.'}
        {coolsUntil !== null && ` Sus pagos no entran en remesas hasta el ${formatDay(coolsUntil)}.`}
      </span>
    </p>
  )
}
