import { useMutation } from '@tanstack/react-query'
import { BadgeCheck, CircleDashed, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { z } from 'zod'
import {
  addDomainMutation,
  checkDomainMutation,
  removeDomainMutation,
} from '#features/company-sign-in/web/queries.ts'
import { SingleFieldForm } from '#features/company-sign-in/web/single-field-form.tsx'
import {
  addSignInDomain,
  type CompanySignInWire,
  type SignInDomainWire,
} from '#features/company-sign-in/wire.ts'
import { refusalText } from '#ui/action-link.tsx'
import { failureMessage } from '#ui/api.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { notify } from '#ui/toast.ts'

/** Domains of mail of the company, each with the record that verifies it. */
export function DomainsCard({ now }: { now: CompanySignInWire }) {
  return (
    <Card aria-labelledby="domains-title">
      <CardHeader
        id="domains-title"
        title="2. Dominios de correo"
        note="El proveedor solo abre cuentas con correo de un dominio verificado"
      />
      {now.domains.length > 0 && (
        <ul aria-label="Dominios de correo" className="divide-y">
          {now.domains.map(domain => (
            <DomainRow key={domain.domain} domain={domain} now={now} />
          ))}
        </ul>
      )}
      <CardBody>
        <NewDomain now={now} />
      </CardBody>
    </Card>
  )
}

type Input = z.input<typeof addSignInDomain.body>
type Output = z.output<typeof addSignInDomain.body>

function NewDomain({ now }: { now: CompanySignInWire }) {
  const { mutateAsync } = useMutation(addDomainMutation)
  const wire = useWireForm<Input, Output>({
    schema: addSignInDomain.body,
    defaults: { domain: '' },
    send: async (body, key) => {
      await mutateAsync({ body, key })
      wire.form.reset({ domain: '' })
    },
  })
  return (
    <SingleFieldForm
      wire={wire}
      label="Añadir un dominio"
      sendLabel="Añadir dominio"
      refusal={refusalText(now.can.change)}
    >
      <TextField
        {...wire.field('domain')}
        label="Dominio"
        hint="Lo que va detrás de la @: empresa.example"
        maxLength={253}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </SingleFieldForm>
  )
}

const verifiedNote = { dns: 'por su DNS', platform: 'por la plataforma' }

type DomainRowProps = { domain: SignInDomainWire; now: CompanySignInWire }

function DomainRow({ domain: { domain, record, verifiedAt, verifiedBy }, now }: DomainRowProps) {
  const check = useMutation(checkDomainMutation)
  const [isRemoving, setRemoving] = useState(false)
  const refusal = refusalText(now.can.change)
  return (
    <li className="grid grid-cols-1 gap-3 px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="wrap-anywhere min-w-0 font-medium">{domain}</span>
        {verifiedAt === null ? (
          <Badge tone="caution" icon={<CircleDashed aria-hidden="true" />}>
            Sin verificar
          </Badge>
        ) : (
          <Badge
            tone="positive"
            icon={<BadgeCheck aria-hidden="true" />}
            note={verifiedBy === null ? undefined : verifiedNote[verifiedBy]}
          >
            Verificado
          </Badge>
        )}
      </div>
      {verifiedAt === null && <RecordToWrite record={record} />}
      {check.error && <FormFailure message={failureMessage(check.error)} />}
      <div className="flex flex-wrap gap-2">
        {verifiedAt === null && (
          <Button
            size="sm"
            icon={<RefreshCw aria-hidden="true" />}
            busy={check.isPending}
            refusal={refusal}
            aria-label={`Comprobar ${domain}`}
            onClick={() => check.mutate(domain, { onSuccess: () => notify.success(`${domain} verificado`) })}
          >
            Comprobar
          </Button>
        )}
        <Button
          size="sm"
          variant="quiet"
          icon={<Trash2 aria-hidden="true" />}
          refusal={refusal}
          aria-label={`Quitar ${domain}`}
          onClick={() => setRemoving(true)}
        >
          Quitar
        </Button>
      </div>
      {isRemoving && <Removal domain={domain} onClose={() => setRemoving(false)} />}
    </li>
  )
}

/** DNS record that the owner of the domain writes. */
function RecordToWrite({ record }: Pick<SignInDomainWire, 'record'>) {
  return (
    <div className="grid grid-cols-1 gap-2 rounded-lg bg-sunken p-3 text-sm">
      <p>
        Añade al DNS del dominio este registro TXT y después compruébalo. Puede tardar en verse unas horas.
      </p>
      <dl className="grid grid-cols-1 gap-1">
        <dt className="text-ink-soft">Nombre</dt>
        <dd className="select-all break-all font-mono">{record.name}</dd>
        <dt className="text-ink-soft">Valor</dt>
        <dd className="select-all break-all font-mono">{record.value}</dd>
      </dl>
    </div>
  )
}

function Removal({ domain, onClose }: { domain: string; onClose: () => void }) {
  const { mutate, isPending } = useMutation(removeDomainMutation)
  return (
    <ConfirmDialog
      open
      onOpenChange={isOpen => !isOpen && onClose()}
      title={`Quitar ${domain}`}
      description="Las personas con correo de este dominio entran desde entonces con su contraseña."
      confirmLabel="Quitar"
      tone="danger"
      busy={isPending}
      onConfirm={() =>
        mutate(domain, {
          onSuccess: onClose,
          onError: error => notify.error('No se ha podido quitar', { description: failureMessage(error) }),
        })
      }
    />
  )
}
