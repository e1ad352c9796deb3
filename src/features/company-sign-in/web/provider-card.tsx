import { useMutation } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import type { z } from 'zod'
import { longestClientId, longestIssuer, longestSecret } from '#features/company-sign-in/rules.ts'
import { saveProviderMutation } from '#features/company-sign-in/web/queries.ts'
import { type CompanySignInWire, SignInProviderWire } from '#features/company-sign-in/wire.ts'
import { refusalText } from '#ui/action-link.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '#ui/card.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { LeaveGuard } from '#ui/hooks/leave-guard.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { notify } from '#ui/toast.ts'

type Input = z.input<typeof SignInProviderWire>

/** Form of the provider: where it is, who we are there, and where it sends people back. */
export function ProviderCard({ now }: { now: CompanySignInWire }) {
  const { mutateAsync } = useMutation(saveProviderMutation)
  const { provider, revision, redirectUri } = now
  const defaults = {
    issuer: provider?.issuer ?? '',
    clientId: provider?.clientId ?? '',
    clientSecret: '',
    trustsAddresses: provider?.trustsAddresses ?? false,
  }
  const wire = useWireForm<Input, SignInProviderWire>({
    schema: SignInProviderWire,
    defaults,
    send: async (body, key) => {
      await mutateAsync({ body: { ...body, revision }, key })
      wire.form.reset({ ...body, clientSecret: '' })
      notify.success('Proveedor guardado')
    },
  })
  const isChanged = wire.form.formState.isDirty
  return (
    <Card aria-labelledby="provider-title">
      <CardHeader
        id="provider-title"
        title="1. Proveedor de identidad"
        note="Se comprueba al guardar: tiene que responder en esa dirección"
      />
      <form noValidate onSubmit={wire.submit} aria-label="Proveedor de identidad">
        <CardBody className="grid grid-cols-1 gap-4">
          <RedirectAddress value={redirectUri} />
          <TextField
            {...wire.field('issuer')}
            label="Emisor (issuer)"
            hint="https://accounts.google.com, https://login.microsoftonline.com/…/v2.0, https://empresa.okta.com"
            type="url"
            inputMode="url"
            maxLength={longestIssuer}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <TextField
            {...wire.field('clientId')}
            label="Identificador de cliente"
            maxLength={longestClientId}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <PasswordField
            {...wire.field('clientSecret')}
            label="Secreto de cliente"
            hint={
              provider === null
                ? undefined
                : 'Hay uno guardado, que no se vuelve a mostrar: déjalo en blanco para no cambiarlo.'
            }
            maxLength={longestSecret}
            autoComplete="off"
          />
          <Checkbox
            {...wire.form.register('trustsAddresses')}
            label="El proveedor no dice si ha verificado cada correo"
            note="Como Microsoft Entra. Márcalo solo si en la empresa nadie puede cambiar su propio correo."
          />
          <FormFailure message={wire.failure} />
        </CardBody>
        <CardFooter>
          <Button onClick={() => wire.form.reset(defaults)} disabled={!isChanged || wire.busy}>
            Descartar cambios
          </Button>
          <Button type="submit" variant="primary" busy={wire.busy} refusal={refusalText(now.can.change)}>
            Guardar proveedor
          </Button>
        </CardFooter>
        <LeaveGuard isUnsent={isChanged && !wire.busy} />
      </form>
    </Card>
  )
}

/** Address that is registered at the provider. */
function RedirectAddress({ value }: { value: string }) {
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => notify.success('Dirección copiada'),
      () => notify.error('No se ha podido copiar. Selecciónala y cópiala a mano.'),
    )
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <p className="font-medium">Dirección de vuelta</p>
      <p className="text-ink-soft text-sm">Regístrala en el proveedor, tal cual, como URI de redirección.</p>
      <div className="flex flex-wrap items-center gap-2">
        <output
          aria-label="Dirección de vuelta"
          className="min-w-0 select-all break-all rounded-lg bg-sunken px-3 py-2 font-mono text-sm"
        >
          {value}
        </output>
        <Button size="sm" icon={<Copy aria-hidden="true" />} onClick={() => void copy()}>
          Copiar
        </Button>
      </div>
    </div>
  )
}
