import { useMutation } from '@tanstack/react-query'
import { FileCheck2 } from 'lucide-react'
import { certificateMutation } from '#features/audit/web/queries.ts'
import type { End } from '#features/certificates/rules/ends.ts'
import { certificateTitle } from '#features/certificates/text/certificate.ts'
import type { AbilityWire } from '#kernel/wire.ts'
import { failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { download } from '#ui/download.ts'
import { useSubmission } from '#ui/fields/submission.ts'
import { notify } from '#ui/toast.ts'

type CertificatePanelProps = { documentId: string; ended: End | null; may: AbilityWire }

/** Panel that issues the Constancia of an order's approval, or of its end. Renders nothing when it may not be issued. */
export function CertificatePanel({ documentId, ended, may }: CertificatePanelProps) {
  const { mutateAsync, isPending } = useMutation(certificateMutation)
  const submit = useSubmission()
  if (may !== true) return null
  const issue = () =>
    submit(documentId, key => mutateAsync({ documentId, key })).then(
      ({ url }) => {
        download(url)
        notify.success('Constancia emitida', {
          description: 'Lleva un código para comprobar que es auténtica.',
        })
      },
      error =>
        notify.error('No se ha podido emitir la constancia', {
          description: failureMessage(error),
          action: { label: 'Reintentar', run: issue },
        }),
    )
  return (
    <Button size="sm" icon={<FileCheck2 aria-hidden="true" />} busy={isPending} onClick={() => void issue()}>
      {certificateTitle(ended)}
    </Button>
  )
}
