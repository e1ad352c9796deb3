import { useMutation, useQuery } from '@tanstack/react-query'
import { BellRing, Smartphone } from 'lucide-react'
import {
  addDeviceMutation,
  changeDeviceMutation,
  devicesQuery,
  removeDeviceMutation,
  testDeviceMutation,
} from '#features/notices/web/device-queries.ts'
import type { DeviceWire } from '#features/notices/wire/devices.ts'
import type { AbilityWire } from '#kernel/wire.ts'
import { failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { Instant } from '#ui/instant.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { type PushStanding, pushStanding } from '#ui/push.ts'
import { SkeletonForm } from '#ui/skeleton-form.tsx'
import { InstantDay } from '#ui/time.tsx'
import { notify } from '#ui/toast.ts'

/** Devices of the person on which they are told what waits for them, also while the application is closed. */
export function DevicesCard() {
  const query = useQuery(devicesQuery)
  return (
    <Card aria-labelledby="devices-title">
      <CardHeader
        id="devices-title"
        title="Notificaciones en tus dispositivos"
        note="Lo mismo que la campana, aunque la aplicación esté cerrada. Sin montos ni nombres, si no los pides."
      />
      <Loaded query={query} skeleton={<SkeletonForm fields={2} />}>
        {({ publicKey, devices, can, ownId }) => (
          <CardBody className="grid grid-cols-1 gap-4">
            {devices.length > 0 && (
              <ul aria-label="Tus dispositivos" className="grid grid-cols-1 divide-y rounded-lg border">
                {devices.map(device => (
                  <DeviceRow key={device.id} device={device} isOwn={device.id === ownId} />
                ))}
              </ul>
            )}
            <Adding publicKey={publicKey} add={can.add} own={devices.find(({ id }) => id === ownId)} />
          </CardBody>
        )}
      </Loaded>
    </Card>
  )
}

/** Why this browser cannot be told, and what its person may do about it. */
const standingWords: { readonly [standing in PushStanding]?: string } = {
  unsupported: 'Este navegador no puede recibir notificaciones.',
  home_screen:
    'En iPhone y iPad, añade antes Visto Bueno a la pantalla de inicio: botón Compartir, «Añadir a pantalla de inicio». Ábrelo desde allí y vuelve a esta página.',
  blocked:
    'Este navegador tiene bloqueadas las notificaciones de Visto Bueno. Permítelas en los ajustes del sitio, junto a la dirección, y recarga la página.',
}

type AddingProps = { publicKey: string | null; add: AbilityWire; own: DeviceWire | undefined }

function Adding({ publicKey, add, own }: AddingProps) {
  const { mutate, isPending, data, error } = useMutation(addDeviceMutation)
  if (own?.isReached) return null
  const stopped = publicKey === null && add !== true ? add.text : standingWords[pushStanding()]
  if (stopped !== undefined || publicKey === null) return <p className="text-ink-soft">{stopped}</p>
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-ink-soft">
        El navegador te pedirá permiso. Se avisa de lo que espera por ti y de lo que ha sido de lo tuyo; lo
        que hayas silenciado arriba, no.
      </p>
      <Button
        icon={<BellRing aria-hidden="true" />}
        busy={isPending}
        refusal={add === true || own ? undefined : add.text}
        onClick={() => mutate(publicKey)}
        className="justify-self-start max-sm:w-full"
      >
        {own ? 'Volver a activar en este dispositivo' : 'Activar en este dispositivo'}
      </Button>
      {data === false && !isPending && (
        <p role="status" className="text-ink-soft">
          No has dado permiso: no se avisa en este dispositivo. Puedes activarlo cuando quieras.
        </p>
      )}
      <FormFailure message={error && failureMessage(error)} />
    </div>
  )
}

type DeviceRowProps = { device: DeviceWire; isOwn: boolean }

function DeviceRow({ device, isOwn }: DeviceRowProps) {
  const { id, name, createdAt, toldAt, showsDetails, isReached } = device
  const change = useMutation(changeDeviceMutation)
  const remove = useMutation(removeDeviceMutation)
  const test = useMutation(testDeviceMutation)
  const error = change.error ?? remove.error ?? test.error
  const tryIt = () =>
    test.mutate(id, {
      onSuccess: ({ outcome }) =>
        notify.success(
          outcome === 'sent'
            ? 'Notificación de prueba enviada'
            : 'Ese dispositivo ya no recibe notificaciones: se ha quitado',
        ),
    })
  return (
    <li className="grid grid-cols-1 gap-3 px-3 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Smartphone aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
        <div className="min-w-40 flex-1">
          <p className="break-words font-medium">
            {name}
            {isOwn && ' (este dispositivo)'}
          </p>
          <p className="text-ink-faint text-xs">
            desde el <InstantDay value={createdAt} /> ·{' '}
            {toldAt === null ? (
              'sin notificaciones todavía'
            ) : (
              <>
                última notificación: <Instant value={toldAt} />
              </>
            )}
          </p>
          {!isReached && (
            <p className="text-sm">No le llegan notificaciones: vuelve a activarlas en ese dispositivo.</p>
          )}
        </div>
        <div className="flex gap-1 max-sm:ml-4">
          {isOwn && isReached && (
            <Button size="sm" variant="quiet" busy={test.isPending} onClick={tryIt}>
              Probar
            </Button>
          )}
          <Button
            size="sm"
            variant="quiet"
            aria-label={`Quitar ${name}`}
            busy={remove.isPending}
            onClick={() => remove.mutate({ id, isOwn })}
          >
            Quitar
          </Button>
        </div>
      </div>
      <Checkbox
        label="Mostrar montos y nombres en la pantalla bloqueada"
        checked={change.isPending ? change.variables.showsDetails : showsDetails}
        disabled={change.isPending}
        onChange={event => change.mutate({ id, showsDetails: event.target.checked })}
      />
      <FormFailure message={error && failureMessage(error)} />
    </li>
  )
}
