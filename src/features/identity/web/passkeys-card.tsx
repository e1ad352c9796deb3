import { useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { passkeysQuery } from '#features/identity/web/passkey-queries.ts'
import { factorsQuery, secondFactorQuery } from '#features/identity/web/queries.ts'
import { isSessionOfCompany } from '#features/identity/web/text.ts'
import type { Passkey } from '#features/identity/wire/passkeys.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { Instant } from '#ui/instant.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { OnDemand } from '#ui/on-demand.tsx'
import { canUsePasskeys } from '#ui/passkeys.ts'
import { SkeletonForm } from '#ui/skeleton-form.tsx'
import { InstantDay } from '#ui/time.tsx'

const loadAddDialog = async () =>
  (await import('#features/identity/web/add-passkey-dialog.tsx')).AddPasskeyDialog
const loadRenameDialog = async () =>
  (await import('#features/identity/web/rename-passkey-dialog.tsx')).RenamePasskeyDialog
const loadRemoveDialog = async () =>
  (await import('#features/identity/web/remove-passkey-dialog.tsx')).RemovePasskeyDialog
const loadCodesDialog = async () =>
  (await import('#features/identity/web/recovery-codes-dialog.tsx')).RecoveryCodesDialog

type Open = { kind: 'add' } | { kind: 'codes' } | { kind: 'rename' | 'remove'; passkey: Passkey } | null

/** Passkeys of the person: keys that their devices keep, each of which signs in alone. */
export function PasskeysCard() {
  const passkeys = useQuery(passkeysQuery)
  const factors = useQuery(factorsQuery)
  const state = useQuery(secondFactorQuery)
  const add = state.data?.can.addPasskey ?? true
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const applications = factors.data?.applications.length ?? 0
  return (
    <>
      <Loaded query={passkeys} skeleton={<SkeletonForm fields={2} />}>
        {list => (
          <Card>
            <CardHeader
              title="Llaves de acceso"
              note={
                !isSessionOfCompany(state.data) &&
                'Entra con la huella, la cara o el PIN de tu dispositivo, sin contraseña'
              }
            />
            <CardBody className="grid grid-cols-1 gap-4">
              {list.length === 0 && add === true && (
                <p className="text-ink-soft">
                  Una llave de acceso se guarda en tu teléfono, tu ordenador o tu gestor de contraseñas. Nadie
                  puede adivinarla ni pedírtela con un correo falso, y vale por los dos pasos.
                </p>
              )}
              {list.length > 0 && (
                <ul aria-label="Tus llaves de acceso" className="grid grid-cols-1 divide-y rounded-lg border">
                  {list.map(passkey => (
                    <PasskeyRow key={passkey.id} passkey={passkey} onOpen={setOpen} />
                  ))}
                </ul>
              )}
              {add === true ? (
                <AddButton isFirst={list.length === 0} onAdd={() => setOpen({ kind: 'add' })} />
              ) : (
                <p className="text-ink-soft">{add.text}</p>
              )}
            </CardBody>
          </Card>
        )}
      </Loaded>
      {open?.kind === 'add' && (
        <OnDemand
          load={loadAddDialog}
          props={{
            names: passkeys.data?.map(passkey => passkey.name) ?? [],
            onClose: close,
            onAdded: () =>
              setOpen(applications === 0 && passkeys.data?.length === 0 ? { kind: 'codes' } : null),
          }}
        />
      )}
      {open?.kind === 'codes' && <OnDemand load={loadCodesDialog} props={{ onClose: close }} />}
      {open?.kind === 'rename' && (
        <OnDemand load={loadRenameDialog} props={{ passkey: open.passkey, onClose: close }} />
      )}
      {open?.kind === 'remove' && (
        <OnDemand
          load={loadRemoveDialog}
          props={{
            passkey: open.passkey,
            isLast: applications === 0 && passkeys.data?.length === 1,
            onClose: close,
          }}
        />
      )}
    </>
  )
}

function AddButton({ isFirst, onAdd }: { isFirst: boolean; onAdd: () => void }) {
  if (!canUsePasskeys())
    return <p className="text-ink-faint text-sm">Este navegador no permite añadir llaves de acceso.</p>
  return (
    <Button
      icon={<Fingerprint aria-hidden="true" />}
      onClick={onAdd}
      className="justify-self-start max-sm:w-full"
    >
      {isFirst ? 'Añadir llave de acceso' : 'Añadir otra llave de acceso'}
    </Button>
  )
}

type PasskeyRowProps = { passkey: Passkey; onOpen: (open: Open) => void }

function PasskeyRow({ passkey, onOpen }: PasskeyRowProps) {
  const { name, createdAt, lastUsedAt } = passkey
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
      <Fingerprint aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
      <div className="min-w-40 flex-1">
        <p className="break-words font-medium">{name}</p>
        <p className="text-ink-faint text-xs">
          desde el <InstantDay value={createdAt} /> ·{' '}
          {lastUsedAt === null ? (
            'sin usar todavía'
          ) : (
            <>
              último uso: <Instant value={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      <div className="flex gap-1 max-sm:ml-4">
        <Button
          size="sm"
          variant="quiet"
          aria-label={`Renombrar ${name}`}
          onClick={() => onOpen({ kind: 'rename', passkey })}
        >
          Renombrar
        </Button>
        <Button
          size="sm"
          variant="quiet"
          aria-label={`Quitar ${name}`}
          onClick={() => onOpen({ kind: 'remove', passkey })}
        >
          Quitar
        </Button>
      </div>
    </li>
  )
}
