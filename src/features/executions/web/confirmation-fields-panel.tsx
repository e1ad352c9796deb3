import { Controller } from 'react-hook-form'
import type { z } from 'zod'
import { type Proof, ProofPanel } from '#features/executions/web/proof-panel.tsx'
import { confirmExecution } from '#features/executions/wire.ts'
import { DateField } from '#ui/fields/date-field.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import type { WireForm } from '#ui/hooks/use-wire-form.ts'

/** Fields given once for several executions. The orders are added when sending. */
export const bulkConfirmationSchema = confirmExecution.body.omit({ revision: true })
export type BulkConfirmationInput = z.input<typeof bulkConfirmationSchema>
export type BulkConfirmationOutput = z.output<typeof bulkConfirmationSchema>

type ConfirmationFieldsPanelProps = {
  wire: WireForm<BulkConfirmationInput, BulkConfirmationOutput>
  proof: Proof
  proofRequired: boolean
  referenceHint: string
}

/** Date, reference, comment and proof of several executions. */
export function ConfirmationFieldsPanel({
  wire,
  proof,
  proofRequired,
  referenceHint,
}: ConfirmationFieldsPanelProps) {
  return (
    <>
      <TextField
        label="Referencia"
        hint={referenceHint}
        maxLength={120}
        autoComplete="off"
        {...wire.field('reference')}
      />
      <Controller
        control={wire.form.control}
        name="executedOn"
        render={({ field }) => <DateField label="Fecha" {...field} error={wire.fieldError('executedOn')} />}
      />
      <TextArea
        label="Comentario"
        optional
        hint="Obligatorio si la fecha es anterior a una aprobación, o un proveedor está dado de baja."
        rows={2}
        maxLength={2000}
        {...wire.field('comment')}
      />
      <ProofPanel proof={proof} isRequired={proofRequired} deliveries={[]} />
    </>
  )
}
