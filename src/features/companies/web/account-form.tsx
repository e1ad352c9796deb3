import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import { changeSettingsMutation, rereadCompany } from '#features/companies/web/queries.ts'
import { type CompanyAccount, CompanyAccountWire } from '#features/companies/wire/settings.ts'
import type { CompanyWire } from '#features/companies/wire.ts'
import { ibanText } from '#kernel/iban.ts'
import { refusalText } from '#ui/action-link.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '#ui/card.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { LeaveGuard } from '#ui/hooks/leave-guard.tsx'
import { useSharedForm } from '#ui/hooks/use-shared-form.ts'
import { SavedVersionAlert } from '#ui/saved-version-alert.tsx'
import { notify } from '#ui/toast.ts'

type AccountInput = z.input<typeof CompanyAccountWire>

/** Form for the account from which payment batches are paid. */
export function AccountForm({ company: { account, can, versions } }: { company: CompanyWire }) {
  const change = useMutation(changeSettingsMutation)
  const iban = ibanText(account?.iban ?? '')
  const bic = account?.bic ?? ''
  const ordererId = account?.ordererId ?? ''
  const shared = useSharedForm<AccountInput, CompanyAccount>({
    schema: CompanyAccountWire,
    version: versions?.account ?? '',
    reread: rereadCompany,
    words,
    defaults: { iban, bic, ordererId },
    send: async (body, baseVersion) => {
      await change.mutateAsync({ ...body, seen: baseVersion })
      notify.success('Cuenta de pago guardada')
    },
  })
  const { form, submit, busy, failure, field } = shared
  const { isDirty } = form.formState
  return (
    <Card aria-labelledby="account-title">
      <form noValidate onSubmit={submit} aria-labelledby="account-title">
        <CardHeader
          id="account-title"
          title="Cuenta de pago"
          note="De ella salen los pagos de las remesas SEPA"
        />
        <CardBody className="grid grid-cols-1 gap-4 sm:grid-cols-[2fr_1fr]">
          <fieldset disabled={can.changeSettings !== true} className="contents">
            <TextField {...field('iban')} label="IBAN" optional {...unspelt} className="figures" />
            <TextField {...field('bic')} label="BIC" optional {...unspelt} className="figures" />
            <div className="sm:col-span-2">
              <TextField
                {...field('ordererId')}
                label="Identificador del ordenante"
                hint="NIF y sufijo, si tu banco lo pide. Por ejemplo, B12345674000."
                optional
                {...unspelt}
              />
            </div>
            <div className="col-span-full empty:hidden">
              <SavedVersionAlert shared={shared} />
              <FormFailure message={failure} />
            </div>
          </fieldset>
        </CardBody>
        <CardFooter>
          <Button onClick={shared.resetToSaved} disabled={!isDirty || busy}>
            Descartar cambios
          </Button>
          <Button type="submit" variant="primary" busy={busy} refusal={refusalText(can.changeSettings)}>
            Guardar cuenta
          </Button>
        </CardFooter>
      </form>
      <LeaveGuard isUnsent={isDirty && !busy} />
    </Card>
  )
}

const words = { iban: 'IBAN', bic: 'BIC', ordererId: 'Identificador del ordenante' }

const unspelt = { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false } as const
