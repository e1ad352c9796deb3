import { useQuery } from '@tanstack/react-query'
import { Copy, Mail, Trash2, UserCheck, UserX } from 'lucide-react'
import { provisioningQuery } from '#features/scim/web/queries.ts'
import type { ProvisioningWire } from '#features/scim/wire.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { HelpLink } from '#ui/help-link.tsx'
import { Instant } from '#ui/instant.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { SkeletonForm } from '#ui/skeleton-form.tsx'
import { Alert } from '#ui/states.tsx'
import { notify } from '#ui/toast.ts'

/** Provisioning: the company's directory adds and removes people over SCIM, and this came of it lately. */
export function ProvisioningCard() {
  const query = useQuery(provisioningQuery)
  return (
    <Card aria-labelledby="provisioning-title">
      <CardHeader
        id="provisioning-title"
        title="Alta y baja automática de personas (SCIM)"
        note="El directorio de la empresa invita a quien llega y da de baja a quien se va"
      />
      <Loaded query={query} skeleton={<SkeletonForm fields={2} />}>
        {now => (
          <CardBody className="grid grid-cols-1 gap-5">
            <Connection now={now} />
            {now.failures.length > 0 && <Failures failures={now.failures} />}
            {now.people.length > 0 && <LastPeople people={now.people} />}
          </CardBody>
        )}
      </Loaded>
    </Card>
  )
}

/** Address and key that the directory is given. */
function Connection({ now: { baseUrl, hasToken } }: { now: ProvisioningWire }) {
  const copy = () =>
    navigator.clipboard.writeText(baseUrl).then(
      () => notify.success('Dirección copiada'),
      () => notify.error('No se ha podido copiar. Selecciónala y cópiala a mano.'),
    )
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="grid grid-cols-1 gap-1.5">
        <p className="font-medium">Dirección para el directorio</p>
        <div className="flex flex-wrap items-center gap-2">
          <output
            aria-label="Dirección para el directorio"
            className="min-w-0 select-all break-all rounded-lg bg-sunken px-3 py-2 font-mono text-sm"
          >
            {baseUrl}
          </output>
          <Button size="sm" icon={<Copy aria-hidden="true" />} onClick={() => void copy()}>
            Copiar
          </Button>
        </div>
      </div>
      <p className="text-ink-soft text-sm">
        {hasToken
          ? 'Hay una clave de servicio en vigor para el directorio.'
          : 'Falta la clave: crea la de un servicio con el permiso «Dar de alta y de baja desde el directorio (SCIM)» y pégala en el directorio.'}
      </p>
      <div className="flex flex-wrap items-center gap-4">
        <LinkButton to="/empresa/settings/tokens" size="sm" {...(hasToken ? {} : { hash: 'scim' })}>
          {hasToken ? 'Ver las claves de API' : 'Crear la clave'}
        </LinkButton>
        <HelpLink task="alta-desde-el-directorio" />
      </div>
    </div>
  )
}

function Failures({ failures }: Pick<ProvisioningWire, 'failures'>) {
  return (
    <Alert tone="caution">
      <p className="font-medium">Cambios que no se han podido hacer</p>
      <ul aria-label="Cambios que no se han podido hacer" className="mt-2 grid grid-cols-1 gap-2">
        {failures.map(({ id, subject, detail, createdAt }) => (
          <li key={id} className="grid grid-cols-1 gap-0.5">
            <span className="wrap-anywhere">{subject === null ? detail : `${subject}: ${detail}`}</span>
            <span className="text-ink-soft text-sm">
              <Instant value={createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function LastPeople({ people }: Pick<ProvisioningWire, 'people'>) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <p className="font-medium">Últimos cambios del directorio</p>
      <ul aria-label="Últimos cambios del directorio" className="grid grid-cols-1 divide-y">
        {people.map(({ name, email, changedAt, ...standing }) => (
          <li key={email} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <span className="grid min-w-0 grid-cols-1">
              <span className="wrap-anywhere font-medium">{name}</span>
              <span className="wrap-anywhere text-ink-soft text-sm">{email}</span>
            </span>
            <span className="flex flex-wrap items-center gap-3">
              <span className="text-ink-soft text-sm">
                <Instant value={changedAt} />
              </span>
              <StandingBadge {...standing} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

type Standing = Pick<ProvisioningWire['people'][number], 'active' | 'isInvited' | 'isRemoved'>

function StandingBadge({ active, isInvited, isRemoved }: Standing) {
  if (isRemoved)
    return (
      <Badge tone="neutral" icon={<Trash2 aria-hidden="true" />}>
        Borrada
      </Badge>
    )
  if (isInvited)
    return (
      <Badge tone="info" icon={<Mail aria-hidden="true" />}>
        Invitada
      </Badge>
    )
  if (active)
    return (
      <Badge tone="positive" icon={<UserCheck aria-hidden="true" />}>
        De alta
      </Badge>
    )
  return (
    <Badge tone="neutral" icon={<UserX aria-hidden="true" />}>
      De baja
    </Badge>
  )
}
