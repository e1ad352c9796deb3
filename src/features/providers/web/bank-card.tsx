import { useMutation } from '@tanstack/react-query'
import { Check, Undo2, X } from 'lucide-react'
import { useState } from 'react'
import type { BankDecision } from '#features/providers/rules.ts'
import { PayeeCheckPanel } from '#features/providers/web/payee-check-panel.tsx'
import { decideBankMutation } from '#features/providers/web/queries.ts'
import type { BankChangeWire, ProviderWire } from '#features/providers/wire.ts'
import { ibanText } from '#kernel/iban.ts'
import { refusalText } from '#ui/action-link.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardHeader, Fact } from '#ui/card.tsx'
import { ChangeDialog } from '#ui/dialogs/change-dialog.tsx'
import { useSubmission } from '#ui/fields/submission.ts'
import { Instant } from '#ui/instant.tsx'
import { Alert } from '#ui/states.tsx'
import { InstantDay } from '#ui/time.tsx'
import { notify } from '#ui/toast.ts'

/** Bank data of a provider, and the requested change of it. */
export function BankCard({ provider }: { provider: ProviderWire }) {
  const { id, iban, bic, bankChangedAt, bankChange, payeeCheck, can } = provider
  return (
    <Card aria-labelledby="bank-title">
      <CardHeader id="bank-title" title="Datos bancarios" />
      <CardBody className="grid grid-cols-1 gap-4">
        <dl className="grid grid-cols-1 gap-3 sm:grid-cols-[2fr_1fr]">
          <Fact label="IBAN">
            <span className="figures wrap-anywhere">{iban === null ? 'Sin cuenta' : ibanText(iban)}</span>
          </Fact>
          <Fact label="BIC">
            <span className="figures">{bic ?? '-'}</span>
          </Fact>
          {bankChangedAt !== null && (
            <Fact label="Cambiados el">
              <InstantDay value={bankChangedAt} />
            </Fact>
          )}
        </dl>
        {iban !== null && (
          <PayeeCheckPanel providerId={id} iban={iban} check={payeeCheck} mayRecord={can.edit === true} />
        )}
        {bankChange && <PendingChange providerId={id} change={bankChange} />}
      </CardBody>
    </Card>
  )
}

type PendingChangeProps = { providerId: string; change: BankChangeWire }

function PendingChange({ providerId, change }: PendingChangeProps) {
  const [asking, setAsking] = useState<BankDecision | null>(null)
  const { iban, bic, askedByName, askedAt, can } = change
  const waits = refusalText(can.confirm)
  return (
    <Alert tone="caution" title="Cambio de cuenta pendiente">
      <div className="grid grid-cols-1 gap-3">
        <p className="wrap-anywhere">
          {askedByName} pidió el <Instant value={askedAt} exact /> que se le pague en{' '}
          <span className="figures font-medium">{iban === null ? 'ninguna cuenta' : ibanText(iban)}</span>
          {bic !== null && (
            <>
              {' '}
              (<span className="figures">{bic}</span>)
            </>
          )}
          . Hasta que otra persona lo confirme, los pedidos usan la cuenta de ahora.
        </p>
        {iban !== null && (
          <PayeeCheckPanel providerId={providerId} iban={iban} check={change.payeeCheck} mayRecord />
        )}
        {waits !== undefined && <p>{waits}</p>}
        <div className="flex flex-wrap gap-2">
          {can.withdraw === true ? (
            <Button icon={<Undo2 aria-hidden="true" />} onClick={() => setAsking('withdraw')}>
              Retirar
            </Button>
          ) : (
            <>
              <Button
                variant="primary"
                icon={<Check aria-hidden="true" />}
                refusal={waits}
                onClick={() => setAsking('confirm')}
              >
                Confirmar
              </Button>
              <Button
                icon={<X aria-hidden="true" />}
                refusal={refusalText(can.reject)}
                onClick={() => setAsking('reject')}
              >
                Rechazar
              </Button>
            </>
          )}
        </div>
      </div>
      {asking && (
        <DecisionDialog
          providerId={providerId}
          change={change}
          decision={asking}
          onClose={() => setAsking(null)}
        />
      )}
    </Alert>
  )
}

const words: {
  readonly [decision in BankDecision]: { title: string; description: string; label: string; done: string }
} = {
  confirm: {
    title: '¿Confirmar la cuenta nueva?',
    description:
      'Los pedidos que se envíen desde ahora se pagarán en ella. Compruébala antes por un medio que ya conocieras, como el teléfono de siempre.',
    label: 'Confirmar',
    done: 'Cuenta confirmada',
  },
  reject: {
    title: '¿Rechazar la cuenta nueva?',
    description: 'Se le seguirá pagando donde hasta ahora. Queda constancia de quién la pidió.',
    label: 'Rechazar',
    done: 'Cambio de cuenta rechazado',
  },
  withdraw: {
    title: '¿Retirar el cambio de cuenta?',
    description: 'Se le seguirá pagando donde hasta ahora.',
    label: 'Retirar',
    done: 'Cambio de cuenta retirado',
  },
}

type DecisionDialogProps = PendingChangeProps & { decision: BankDecision; onClose: () => void }

function DecisionDialog({ providerId, change, decision, onClose }: DecisionDialogProps) {
  const { title, description, label, done } = words[decision]
  const submission = useSubmission()
  const mutation = useMutation({
    ...decideBankMutation,
    onSuccess: () => {
      notify.success(done)
      onClose()
    },
  })
  const params = { providerId, bankChangeId: change.id }
  const send = () =>
    submission({ params, decision }, key => mutation.mutateAsync({ params, decision, key })).catch(() => {
      // The dialog stays open and shows the error.
    })
  return (
    <ChangeDialog
      change={mutation}
      title={title}
      description={description}
      confirmLabel={label}
      onConfirm={() => void send()}
      onClose={onClose}
    />
  )
}
