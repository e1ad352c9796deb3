import { useQuery } from '@tanstack/react-query'
import { KeyRound, ShieldCheck, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { type Factor, type Factors, factorsQuery, secondFactorQuery } from '#features/identity/web/queries.ts'
import { factorAskedText, factorName, isSessionOfCompany } from '#features/identity/web/text.ts'
import { counted } from '#kernel/text.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { OnDemand } from '#ui/on-demand.tsx'
import { SkeletonForm } from '#ui/skeleton-form.tsx'
import { Alert } from '#ui/states.tsx'
import { InstantDay } from '#ui/time.tsx'

const loadEnrolDialog = async () => (await import('#features/identity/web/enrol-dialog.tsx')).EnrolDialog
const loadRemoveDialog = async () =>
  (await import('#features/identity/web/remove-factor-dialog.tsx')).RemoveFactorDialog
const loadCodesDialog = async () =>
  (await import('#features/identity/web/recovery-codes-dialog.tsx')).RecoveryCodesDialog

type Open = { kind: 'enrol' } | { kind: 'codes' } | { kind: 'remove'; factor: Factor } | null

/** The applications that show codes, and the codes written down for when they are lost. */
export function SecondFactorCard() {
  const factors = useQuery(factorsQuery)
  const state = useQuery(secondFactorQuery)
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Loaded query={factors} skeleton={<SkeletonForm fields={2} />}>
        {({ applications, passkeys }) => (
          <Card>
            <CardHeader
              title="Verificación en dos pasos"
              note={`Además ${isSessionOfCompany(state.data) ? 'del acceso de tu empresa' : 'de tu contraseña'}, una llave de acceso o el código de una aplicación de tu teléfono`}
              actions={
                applications.length + passkeys > 0 && (
                  <Badge tone="positive" icon={<ShieldCheck aria-hidden="true" />}>
                    Activada
                  </Badge>
                )
              }
            />
            <CardBody className="grid grid-cols-1 gap-4">
              {applications.length + passkeys === 0 ? (
                <Off onEnrol={() => setOpen({ kind: 'enrol' })} />
              ) : (
                <On factors={applications} onOpen={setOpen} />
              )}
            </CardBody>
          </Card>
        )}
      </Loaded>
      {open?.kind === 'enrol' && (
        <OnDemand
          load={loadEnrolDialog}
          props={{
            onClose: close,
            onEnrolled: () => setOpen(factorCount(factors.data) === 0 ? { kind: 'codes' } : null),
          }}
        />
      )}
      {open?.kind === 'codes' && <OnDemand load={loadCodesDialog} props={{ onClose: close }} />}
      {open?.kind === 'remove' && (
        <OnDemand
          load={loadRemoveDialog}
          props={{ factor: open.factor, isLast: factorCount(factors.data) === 1, onClose: close }}
        />
      )}
    </>
  )
}

const factorCount = (factors: Factors | undefined) =>
  factors === undefined ? null : factors.applications.length + factors.passkeys

function Off({ onEnrol }: { onEnrol: () => void }) {
  const { data } = useQuery(secondFactorQuery)
  return (
    <>
      {data?.asked && (
        <Alert tone="caution" title="Tu cuenta necesita la verificación en dos pasos">
          {factorAskedText(data.asked)} Actívala para continuar: hasta entonces no puedes trabajar con los
          datos de la empresa.
        </Alert>
      )}
      {data && data.can.addApplication !== true ? (
        <p className="text-ink-soft">{data.can.addApplication.text}</p>
      ) : (
        <>
          <p className="text-ink-soft">
            {data === undefined || data.can.addPasskey === true
              ? 'Quien adivine o robe tu contraseña no podrá entrar sin tu teléfono. Necesitas una llave de acceso, o'
              : 'Sin tu teléfono, nadie más podrá entrar en tu cuenta. Necesitas'}{' '}
            una aplicación de verificación como Google Authenticator, Microsoft Authenticator o 1Password.
          </p>
          <Button
            variant="primary"
            icon={<Smartphone aria-hidden="true" />}
            onClick={onEnrol}
            className="justify-self-start max-sm:w-full"
          >
            Activar la verificación
          </Button>
        </>
      )}
    </>
  )
}

function On({ factors, onOpen }: { factors: readonly Factor[]; onOpen: (open: Open) => void }) {
  const { data } = useQuery(secondFactorQuery)
  return (
    <>
      {factors.length === 0 && (
        <p className="text-ink-soft">
          Tu llave de acceso es tu segundo paso.
          {(data === undefined || data.can.addApplication === true) &&
            ' Puedes tener además una aplicación de códigos.'}
        </p>
      )}
      <ul aria-label="Tus aplicaciones" className="grid grid-cols-1 divide-y rounded-lg border empty:hidden">
        {factors.map(factor => (
          <li key={factor.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
            <Smartphone aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
            <p className="min-w-0 flex-1">
              <span className="font-medium">{factorName(factor)}</span>{' '}
              <span className="text-ink-faint text-xs">
                desde el <InstantDay value={factor.created_at} />
              </span>
            </p>
            <Button
              size="sm"
              variant="quiet"
              aria-label={`Quitar ${factorName(factor)}`}
              onClick={() => onOpen({ kind: 'remove', factor })}
            >
              Quitar
            </Button>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-sunken px-3 py-2.5">
        <p className="flex min-w-0 items-center gap-2">
          <KeyRound aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
          {data && codesLeft(data.codesLeft)}
        </p>
        <Button size="sm" onClick={() => onOpen({ kind: 'codes' })}>
          Crear códigos nuevos
        </Button>
      </div>
      {data && data.can.addApplication !== true ? (
        <p className="text-ink-faint text-sm">{data.can.addApplication.text}</p>
      ) : (
        <Button
          size="sm"
          variant="quiet"
          onClick={() => onOpen({ kind: 'enrol' })}
          className="justify-self-start"
        >
          {factors.length === 0 ? 'Añadir una aplicación' : 'Añadir otra aplicación'}
        </Button>
      )}
    </>
  )
}

function codesLeft(count: number): string {
  if (count === 0) return 'No te quedan códigos de recuperación.'
  return `${count === 1 ? 'Te queda' : 'Te quedan'} ${counted(count, 'código')} de recuperación.`
}
