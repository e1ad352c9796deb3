import { useMutation } from '@tanstack/react-query'
import { Ban, Clock, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { scopeWords } from '#features/tokens/text/scopes.ts'
import { revokeTokenMutation } from '#features/tokens/web/queries.ts'
import { stateLabel } from '#features/tokens/web/text.ts'
import type { TokenWire } from '#features/tokens/wire.ts'
import { counted } from '#kernel/text.ts'
import { failureMessage } from '#ui/api.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { Instant } from '#ui/instant.tsx'
import { InstantDay } from '#ui/time.tsx'
import { notify } from '#ui/toast.ts'

type TokenRowsPanelProps = {
  label: string
  tokens: readonly TokenWire[]
  /** Says of each token who it acts as, where the list has those of several. */
  withOwner?: boolean
}

/** List of API tokens: what each may do, when it was last used and when it ends. */
export function TokenRowsPanel({ label, tokens, withOwner = false }: TokenRowsPanelProps) {
  const [revoking, setRevoking] = useState<TokenWire | null>(null)
  return (
    <>
      <ul aria-label={label} className="grid grid-cols-1 divide-y rounded-lg border">
        {tokens.map(token => (
          <TokenRow key={token.id} token={token} withOwner={withOwner} onRevoke={() => setRevoking(token)} />
        ))}
      </ul>
      {revoking && <RevokeConfirmation token={revoking} onClose={() => setRevoking(null)} />}
    </>
  )
}

type TokenRowProps = { token: TokenWire; withOwner: boolean; onRevoke: () => void }

function TokenRow({ token, withOwner, onRevoke }: TokenRowProps) {
  const { name, hint, ownerName, madeByName, scopes, state, kind, can } = token
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 px-3 py-2.5">
      <KeyRound aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-faint" />
      <div className="grid min-w-0 flex-1 basis-56 grid-cols-1 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="wrap-anywhere font-medium">{name}</span>
          <span className="font-mono text-ink-faint text-xs">…{hint}</span>
          <StateBadge state={state} />
        </p>
        {withOwner && (
          <p className="text-ink-soft text-xs">
            {kind === 'personal' ? `De ${ownerName}` : `Creada por ${madeByName}`}
          </p>
        )}
        <p className="text-ink-faint text-xs">
          {state === 'active' ? 'Caduca el ' : 'Caducaba el '}
          <InstantDay value={token.expiresAt} /> · <LastUse token={token} />
        </p>
        <details className="text-xs">
          <summary className="min-h-6 cursor-pointer content-center text-ink-soft touch:min-h-11">
            {counted(scopes.length, 'permiso')}
          </summary>
          <ul className="grid gap-0.5 py-1 text-ink-soft">
            {scopes.map(scope => (
              <li key={scope}>
                {scopeWords(scope)} <span className="font-mono text-ink-faint">{scope}</span>
              </li>
            ))}
          </ul>
        </details>
      </div>
      {can.revoke === true && (
        <Button size="sm" variant="quiet" aria-label={`Anular ${name}`} onClick={onRevoke}>
          Anular
        </Button>
      )}
    </li>
  )
}

function LastUse({ token: { lastUsedAt } }: { token: TokenWire }) {
  if (lastUsedAt === null) return 'sin usar'
  return (
    <>
      usada <Instant value={lastUsedAt} />
    </>
  )
}

function StateBadge({ state }: { state: TokenWire['state'] }) {
  if (state === 'active') return null
  const Icon = state === 'expired' ? Clock : Ban
  return (
    <Badge tone="neutral" icon={<Icon aria-hidden="true" />}>
      {stateLabel[state]}
    </Badge>
  )
}

function RevokeConfirmation({ token, onClose }: { token: TokenWire; onClose: () => void }) {
  const { mutate, isPending } = useMutation(revokeTokenMutation)
  const revoke = () =>
    mutate(token.id, {
      onSuccess: () => {
        notify.success(`Clave anulada: ${token.name}`)
        onClose()
      },
      onError: error => notify.error('No se ha podido anular', { description: failureMessage(error) }),
    })
  return (
    <ConfirmDialog
      open
      onOpenChange={isOpen => !isOpen && onClose()}
      title={`Anular «${token.name}»`}
      description="El programa que la usa dejará de funcionar desde su próxima llamada. No se puede deshacer."
      confirmLabel="Anular clave"
      tone="danger"
      busy={isPending}
      onConfirm={revoke}
    />
  )
}
