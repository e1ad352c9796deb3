import { useMutation, useQuery } from '@tanstack/react-query'
import { Monitor, ShieldCheck, Smartphone } from 'lucide-react'
import {
  endOtherSessionsMutation,
  endSessionMutation,
  sessionsQuery,
} from '#features/identity/web/queries.ts'
import type { SessionEntry } from '#features/identity/wire/sessions.ts'
import { failureMessage } from '#ui/api.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { Instant } from '#ui/instant.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { SkeletonForm } from '#ui/skeleton-form.tsx'
import { notify } from '#ui/toast.ts'

const failed = (error: Error) =>
  notify.error('No se ha podido cerrar', { description: failureMessage(error) })

/** Sessions of the person. One that is ended from this card is signed out at its next request. */
export function SessionsCard() {
  const query = useQuery(sessionsQuery)
  const others = useMutation(endOtherSessionsMutation)
  const endOthers = () =>
    others.mutate(undefined, {
      onSuccess: () => notify.success('Las demás sesiones están cerradas'),
      onError: failed,
    })
  return (
    <Loaded query={query} skeleton={<SkeletonForm fields={2} />}>
      {sessions => (
        <Card>
          <CardHeader
            title="Sesiones abiertas"
            note="Si no reconoces alguna, ciérrala y cambia tu contraseña"
            actions={
              sessions.length > 1 && (
                <Button size="sm" busy={others.isPending} onClick={endOthers}>
                  Cerrar las demás sesiones
                </Button>
              )
            }
          />
          <CardBody>
            <ul aria-label="Sesiones abiertas" className="grid grid-cols-1 divide-y rounded-lg border">
              {sessions.map(session => (
                <SessionRow key={session.id} session={session} />
              ))}
            </ul>
          </CardBody>
        </Card>
      )}
    </Loaded>
  )
}

function SessionRow({ session }: { session: SessionEntry }) {
  const { id, device, ip, isCurrent, aal, lastUsedAt } = session
  const { mutate, isPending } = useMutation(endSessionMutation)
  const Icon = /Android|iPhone|iPad/.test(device) ? Smartphone : Monitor
  const end = () =>
    mutate(id, { onSuccess: () => notify.success(`Sesión cerrada: ${device}`), onError: failed })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2.5">
      <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{device}</span>
          {aal === 'aal2' && (
            <Badge tone="positive" icon={<ShieldCheck aria-hidden="true" />}>
              Dos pasos
            </Badge>
          )}
        </p>
        <p className="text-ink-faint text-xs">
          {ip !== null && <>{ip} · </>}
          {isCurrent ? (
            'esta sesión'
          ) : (
            <>
              última actividad: <Instant value={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      {!isCurrent && (
        <Button size="sm" busy={isPending} aria-label={`Cerrar ${device}`} onClick={end}>
          Cerrar
        </Button>
      )}
    </li>
  )
}
