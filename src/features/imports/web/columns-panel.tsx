import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type ChosenColumns, importColumns, missingColumns } from '#features/imports/rules/columns.ts'
import { matchMutation } from '#features/imports/web/queries.ts'
import type { ImportWire } from '#features/imports/wire.ts'
import { refusalText } from '#ui/action-link.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '#ui/card.tsx'
import { Select } from '#ui/fields/select.tsx'

type ColumnsPanelProps = { found: ImportWire; onCancel?: () => void }

/** Fields of the file's columns: as their headings say, or as somebody chooses. */
export function ColumnsPanel({ found, onCancel }: ColumnsPanelProps) {
  const { kind, headings, samples, can } = found
  const [columns, setColumns] = useState<ChosenColumns>(found.columns)
  const { mutate, isPending } = useMutation(matchMutation)
  const missing = missingColumns(kind, columns)
  const choose = (field: string, text: string) =>
    setColumns(before => {
      // A column is of one field: the one that had it gives it up.
      const others = Object.entries(before).filter(
        ([other, place]) => other !== field && String(place) !== text,
      )
      return Object.fromEntries(text === '' ? others : [...others, [field, Number(text)]])
    })
  const reason = missing.length > 0 ? `Elige la columna de: ${missing.join(', ')}` : refusalText(can.match)
  return (
    <Card aria-labelledby="columns-title">
      <CardHeader
        id="columns-title"
        title="Qué es cada columna"
        note="Se han reconocido por su nombre. Cambia lo que no sea así."
      />
      <CardBody className="grid grid-cols-1 gap-x-5 gap-y-4 sm:grid-cols-2">
        {importColumns[kind].map(({ field, heading, isRequired }) => {
          const place = columns[field]
          return (
            <Select
              key={field}
              label={heading}
              optional={!isRequired}
              value={place === undefined ? '' : String(place)}
              placeholder={isRequired ? 'Elige una columna' : 'Ninguna'}
              hint={place === undefined ? undefined : sampleText(samples, place)}
              options={headings.map((name, index) => ({
                value: String(index),
                label: name === '' ? `Columna ${index + 1}` : name,
              }))}
              onChange={event => choose(field, event.target.value)}
            />
          )
        })}
      </CardBody>
      <CardFooter>
        {onCancel && <Button onClick={onCancel}>Cancelar</Button>}
        <Button
          variant="primary"
          busy={isPending}
          refusal={reason}
          onClick={() =>
            mutate({ importId: found.id, body: { columns: { ...columns }, revision: found.revision } })
          }
        >
          Comprobar las filas
        </Button>
      </CardFooter>
    </Card>
  )
}

/** The first cells of a column, as an example. */
function sampleText(samples: readonly (readonly string[])[], place: number): string {
  const cells = samples.map(cells => cells[place] ?? '').filter(cell => cell !== '')
  const short = cells.map(cell => (cell.length > 30 ? `${cell.slice(0, 30)}…` : cell))
  return short.length === 0 ? 'Vacía en las primeras filas' : `Por ejemplo: ${short.join(' · ')}`
}
