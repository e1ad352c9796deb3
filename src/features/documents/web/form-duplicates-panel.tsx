import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { DocumentWireForm } from '#features/documents/web/document-form.tsx'
import { possibleDuplicates } from '#features/documents/wire/duplicates.ts'
import type { QueryOf } from '#kernel/endpoint.ts'
import type { Currency } from '#kernel/money.ts'
import { AmountMinorWire } from '#kernel/wire.ts'
import { call } from '#ui/api.ts'
import { TextArea } from '#ui/fields/text-area.tsx'
import { useUnpressed } from '#ui/hooks/use-unpressed.ts'
import { late } from '#ui/late.ts'

/** Loaded with the first duplicate: most orders have none. `LatePanel` shows a refusal where none was found. */
const readPanel = async () => (await import('#features/documents/web/duplicates-panel.tsx')).DuplicatesPanel
const LatePanel = late(readPanel)

type FormDuplicatesPanelProps = {
  areaPath: string
  wire: DocumentWireForm
  currency: Currency | undefined
  /** Order under correction. */
  documentId: string | undefined
}

/** Possible duplicates of an order that is being written, with a field for the reason why it is none. */
export function FormDuplicatesPanel({ areaPath, wire, currency, documentId }: FormDuplicatesPanelProps) {
  const { form } = wire
  const [projectId, type, providerId, amountMinor, invoiceNumber] = useWatch({
    control: form.control,
    name: ['projectId', 'type', 'providerId', 'amountMinor', 'invoiceNumber'],
  })
  const invoice = type === 'gasto' ? (invoiceNumber ?? null) : null
  const query = { projectId, type, providerId, amountMinor, invoiceNumber: invoice, currency, documentId }
  const settledQuery = useDebounced(query)
  const found = useQuery({ ...possibleDuplicatesQuery(settledQuery), placeholderData: keepPreviousData })
  const data = useUnpressed(found.data)
  const error = wire.fieldError('duplicateReason')
  const isAlone = data !== undefined && data.items.length + data.hidden === 0
  useEffect(() => {
    // A reason given about other duplicates does not apply to new ones.
    if (isAlone && form.getValues('duplicateReason')) form.setValue('duplicateReason', '')
  }, [isAlone, form])
  if ((isAlone || data === undefined) && error === undefined) return null
  const DuplicatesPanel = data?.Panel ?? LatePanel
  return (
    <Suspense>
      <DuplicatesPanel
        areaPath={areaPath}
        type={type}
        duplicates={data ?? { items: [], hidden: 0 }}
        opensApart
      >
        <TextArea
          {...wire.field('duplicateReason')}
          className="mt-3"
          label="Por qué no es un duplicado"
          hint="Lo leerán quienes aprueban."
          rows={2}
          maxLength={500}
        />
      </DuplicatesPanel>
    </Suspense>
  )
}

const pauseMs = 300

/** Query as it was when the person last paused in typing. */
function useDebounced(now: DuplicatesQuery): DuplicatesQuery {
  const [settled, setSettled] = useState(now)
  const text = JSON.stringify(now)
  // biome-ignore lint/correctness/useExhaustiveDependencies: by what it says, not by which object says it
  useEffect(() => {
    const timer = setTimeout(() => setSettled(now), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

type DuplicatesQuery = QueryOf<typeof possibleDuplicates>

/**
 * Query of possible duplicates. Declared here and not among the slice's queries, so that lists do not load it.
 * Disabled until there is something to compare.
 */
const possibleDuplicatesQuery = ({ amountMinor, ...asked }: DuplicatesQuery) => {
  const known = AmountMinorWire.safeParse(amountMinor)
  const query = { ...asked, amountMinor: known.success ? known.data : undefined }
  return queryOptions({
    queryKey: ['documents', 'alike', query],
    queryFn: async ({ signal }) => {
      const found = await call(possibleDuplicates, { query, signal })
      // The panel's code comes with them, and not by `Suspense` a moment later: it would move a button that is pressed then.
      const Panel = found.items.length + found.hidden > 0 ? await readPanel().catch(() => null) : null
      return { ...found, Panel }
    },
    enabled: isComparable(query),
  })
}

const isComparable = ({ projectId, providerId, amountMinor, invoiceNumber }: DuplicatesQuery): boolean =>
  Boolean(projectId) && Boolean(providerId) && Boolean(amountMinor || invoiceNumber)
