import { useMutation } from '@tanstack/react-query'
import { Controller, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { maxDocuments } from '#features/executions/rules/batch.ts'
import { formats } from '#features/executions/rules/credit-transfer.ts'
import { formatLabel } from '#features/executions/text/batches.ts'
import { CandidatesPanel } from '#features/executions/web/candidates-panel.tsx'
import { type Netting, takenFrom, useNetting } from '#features/executions/web/credit-notes-panel.tsx'
import { makeBatchMutation } from '#features/executions/web/queries.ts'
import { makePaymentBatch, type paymentCandidates } from '#features/executions/wire/make-batch.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { formatMoney, minorFromText, minorToText, money } from '#kernel/money.ts'
import { counted } from '#kernel/text.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '#ui/card.tsx'
import { DateField } from '#ui/fields/date-field.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { Select } from '#ui/fields/select.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { LeaveGuard } from '#ui/hooks/leave-guard.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { Money } from '#ui/money.tsx'
import { Alert } from '#ui/states.tsx'
import { notify } from '#ui/toast.ts'

const schema = makePaymentBatch.body

type BatchFormProps = {
  candidates: ResponseOf<typeof paymentCandidates>
  /** Orders to begin with; the form says how many of them the batch cannot take. */
  chosen: readonly string[]
  onMade: (batchId: string) => void
}

/** Form of a new batch: its payments, payment day and file format. */
export function BatchForm({ candidates, chosen: begunWith, onMade }: BatchFormProps) {
  const { mutateAsync } = useMutation(makeBatchMutation)
  const { items, hasMore, companyAccount, payOn } = candidates
  const taken = payableAmong(items, begunWith)
  const wire = useWireForm<z.input<typeof schema>, z.output<typeof schema>>({
    schema,
    defaults: { documentIds: taken, creditNotes: [], payOn, format: formats[0], reason: '' },
    send: async (body, key) => {
      const { id } = await mutateAsync({ body, key })
      notify.success(`Remesa ${id} creada`, {
        description: 'Cuando su archivo pueda descargarse, súbelo a tu banco.',
      })
      onMade(id)
    },
  })
  const { control } = wire.form
  const chosen = useWatch({ control, name: 'documentIds' })
  const { netting, place } = useNetting(candidates, wire.form)
  const grossMinor = items.reduce(
    (sum, { document, payable }) => (chosen.includes(document.id) ? sum + minorFromText(payable.minor) : sum),
    0n,
  )
  const takenMinor = takenFrom(netting, () => true)
  const minor = grossMinor - takenMinor
  return (
    <form
      noValidate
      onSubmit={wire.submit}
      aria-label="Nueva remesa SEPA"
      className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] xl:gap-6"
    >
      <Controller
        control={control}
        name="documentIds"
        render={({ field: { value, onChange } }) => (
          <CandidatesPanel
            items={items}
            hasMore={hasMore}
            chosen={value}
            onChange={documentIds => {
              onChange(documentIds)
              place(documentIds, netting.chosen)
            }}
            netting={netting}
            error={wire.fieldError('documentIds')}
          />
        )}
      />
      <Card aria-labelledby="batch-title" data-pinned className="lg:sticky lg:top-4">
        <CardHeader
          id="batch-title"
          title={chosen.length === 0 ? 'Elige los pedidos' : counted(chosen.length, 'pedido')}
          note={companyAccount === null ? undefined : `Se pagan desde la cuenta ${companyAccount}`}
        />
        <CardBody className="grid grid-cols-1 gap-4">
          <LeftOutAlert count={begunWith.length - taken.length} />
          <Money value={{ minor: minorToText(minor), currency: 'EUR' }} className="font-semibold text-2xl" />
          {takenMinor > 0n && (
            <p className="text-ink-soft tabular-nums">
              Monto neto: {formatMoney(money(grossMinor, 'EUR'))} menos{' '}
              {formatMoney(money(takenMinor, 'EUR'))} de abonos.
            </p>
          )}
          <p role="status" className="sr-only">
            {chosen.length > 0 &&
              `${counted(chosen.length, 'pedido elegido', 'pedidos elegidos')}, ${formatMoney(money(minor, 'EUR'))}`}
          </p>
          <Controller
            control={control}
            name="payOn"
            render={({ field }) => (
              <DateField
                label="Fecha de pago"
                hint="Un día hábil bancario."
                {...field}
                error={wire.fieldError('payOn')}
              />
            )}
          />
          <Select
            label="Formato del archivo"
            options={formats.map(value => ({ value, label: formatLabel[value] }))}
            {...wire.field('format')}
          />
          {items.some(({ document }) => document.providerOff && chosen.includes(document.id)) && (
            <TextArea
              label="Motivo"
              hint="Por qué se paga a un proveedor dado de baja."
              rows={2}
              maxLength={2000}
              {...wire.field('reason')}
            />
          )}
          <FormFailure message={wire.failure} />
        </CardBody>
        <CardFooter>
          <Button
            type="submit"
            variant="primary"
            busy={wire.busy}
            refusal={batchRefusal(candidates, chosen.length, netting)}
          >
            Crear remesa
          </Button>
        </CardFooter>
      </Card>
      <LeaveGuard isUnsent={wire.form.formState.isDirty && !wire.busy} />
    </form>
  )
}

function LeftOutAlert({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Alert
      tone="caution"
      title={`${counted(count, 'pago elegido', 'pagos elegidos')} que no van en esta remesa`}
    >
      Ya están en otra, han cambiado, les falta la cuenta o la de su proveedor ha cambiado hace poco.
    </Alert>
  )
}

/** Those of the orders that a batch takes. */
const payableAmong = (items: BatchFormProps['candidates']['items'], ids: readonly string[]): string[] =>
  items
    .filter(({ document, can }) => can === true && ids.includes(document.id))
    .map(({ document }) => document.id)

function batchRefusal(
  { companyAccount }: BatchFormProps['candidates'],
  count: number,
  { chosen, pairs }: Netting,
): string | undefined {
  if (companyAccount === null) return 'Falta la cuenta de pago de la empresa.'
  if (pairs.length < chosen.length)
    return 'Un abono elegido no cabe en los pagos elegidos: quítalo o elige otro pago.'
  return count > maxDocuments ? `Máximo ${maxDocuments} pedidos en una remesa.` : undefined
}
