import { useNavigate } from '@tanstack/react-router'
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { switchToCompany } from '#app/shell/impersonating.ts'
import { makeSample } from '#features/samples/wire.ts'
import { call, failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/toast.ts'

/** Offer of a company with invented data, where whoever begins may try everything. */
export function SampleOffer() {
  const [isBusy, setBusy] = useState(false)
  const navigate = useNavigate()
  const enter = async () => {
    setBusy(true)
    try {
      const { companyId } = await call(makeSample, { body: {} })
      await switchToCompany(companyId)
      await navigate({ to: '/empresa/dashboard' })
    } catch (error) {
      notify.error('No se ha podido crear el ejemplo', { description: failureMessage(error) })
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t px-4 py-3 sm:px-5">
      <p className="min-w-0 flex-1 basis-60 text-ink-soft text-sm">
        ¿Prefieres probar antes? Una empresa de ejemplo, con pedidos que aprobar y pagar. No se envía ningún
        correo, y se borra cuando quieras.
      </p>
      <Button size="sm" busy={isBusy} icon={<FlaskConical aria-hidden="true" />} onClick={() => void enter()}>
        Probar con datos de ejemplo
      </Button>
    </div>
  )
}
