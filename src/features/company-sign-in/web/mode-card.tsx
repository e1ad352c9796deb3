import { useMutation } from '@tanstack/react-query'
import { DoorOpen, Lock, PowerOff } from 'lucide-react'
import { useState } from 'react'
import { type SignInMode, signInModes } from '#features/company-sign-in/rules.ts'
import { signInModeLabel } from '#features/company-sign-in/text.ts'
import { chooseModeMutation } from '#features/company-sign-in/web/queries.ts'
import type { CompanySignInWire } from '#features/company-sign-in/wire.ts'
import { refusalText } from '#ui/action-link.tsx'
import { failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '#ui/card.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { RadioCards } from '#ui/fields/radio-cards.tsx'
import { LeaveGuard } from '#ui/hooks/leave-guard.tsx'
import { Alert } from '#ui/states.tsx'
import { notify } from '#ui/toast.ts'

const options = [
  {
    value: 'off',
    label: signInModeLabel.off,
    note: 'Se entra con contraseña. Las sesiones que abrió el proveedor terminan.',
    icon: <PowerOff aria-hidden="true" />,
  },
  {
    value: 'offered',
    label: signInModeLabel.offered,
    note: 'Cada persona elige: con la empresa o con su contraseña.',
    icon: <DoorOpen aria-hidden="true" />,
  },
  {
    value: 'required',
    label: signInModeLabel.required,
    note: 'Quien tiene correo de un dominio verificado no entra de otra forma.',
    icon: <Lock aria-hidden="true" />,
  },
]

/** Choice of how people of verified domains sign in. */
export function ModeCard({ now }: { now: CompanySignInWire }) {
  const [chosen, setChosen] = useState<SignInMode | null>(null)
  const { mutate, isPending, error, reset } = useMutation(chooseModeMutation)
  const wanted = chosen ?? now.mode
  const isChanged = wanted !== now.mode
  const can = now.can[wanted]
  const save = () =>
    mutate(
      { mode: wanted, revision: now.revision },
      {
        onSuccess: () => {
          setChosen(null)
          notify.success('Inicio de sesión guardado')
        },
      },
    )
  return (
    <Card aria-labelledby="mode-title">
      <CardHeader id="mode-title" title="4. Cómo se entra" />
      <CardBody className="grid grid-cols-1 gap-4">
        <RadioCards
          label="Cómo se entra"
          options={options}
          value={wanted}
          onChange={value => {
            reset()
            setChosen(signInModes.find(mode => mode === value) ?? null)
          }}
        />
        {isChanged && can !== true && <Alert tone="caution">{can.text}</Alert>}
        {isChanged && can === true && wanted === 'required' && (
          <Alert tone="info">
            Quien administra y tiene verificación en dos pasos sigue entrando también con su contraseña: así
            un proveedor que no responde no deja fuera a toda la empresa. Quien trabaja además en otra empresa
            conserva la suya.
          </Alert>
        )}
        {error && <FormFailure message={failureMessage(error)} />}
      </CardBody>
      <CardFooter>
        <Button onClick={() => setChosen(null)} disabled={!isChanged || isPending}>
          Descartar cambios
        </Button>
        <Button
          variant="primary"
          busy={isPending}
          disabled={!isChanged}
          refusal={refusalText(can)}
          onClick={save}
        >
          Guardar
        </Button>
      </CardFooter>
      <LeaveGuard isUnsent={isChanged && !isPending} />
    </Card>
  )
}
