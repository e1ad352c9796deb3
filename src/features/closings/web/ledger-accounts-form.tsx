import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { isLedgerAccount } from '#features/closings/rules/ledger-accounts.ts'
import { type Change, changeAccountsMutation } from '#features/closings/web/ledger-queries.ts'
import type { SaidWire } from '#features/closings/wire/ledger-accounts.ts'
import type { AbilityWire } from '#kernel/wire.ts'
import { refusalText } from '#ui/action-link.tsx'
import { failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '#ui/card.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { LeaveGuard } from '#ui/hooks/leave-guard.tsx'
import { notify } from '#ui/toast.ts'

/** Account that is typed: what it is of, its words, and what was said of it. */
export type LedgerField = { key: string; label: string; subject: Change['subject']; said: SaidWire }
export type LedgerRow = { key: string; title: string; note: string | null; fields: readonly LedgerField[] }

type LedgerAccountsFormProps = {
  id: string
  title: string
  note: string
  rows: readonly LedgerRow[]
  may: AbilityWire | undefined
  /** Content above the rows. */
  children?: ReactNode
}

/** Form of some ledger accounts: what is left empty is booked under the usual one, which its field shows. */
export function LedgerAccountsForm({ id, title, note, rows, may, children }: LedgerAccountsFormProps) {
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map())
  const { mutateAsync, isPending, error } = useMutation(changeAccountsMutation)
  const fields = rows.flatMap(row => row.fields)
  const changes = fields.flatMap(({ key, subject, said }): Change[] => {
    const code = typed.get(key)?.trim() ?? said.code
    return code === said.code ? [] : [{ subject, code, seen: said.code }]
  })
  const isWrong = changes.some(({ code }) => !isSound(code))
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isWrong || changes.length === 0) return
    try {
      await mutateAsync(changes)
      setTyped(before => without(before, fields))
      notify.success('Cuentas contables guardadas')
    } catch {
      // The form shows why, below its fields.
    }
  }
  return (
    <Card aria-labelledby={id}>
      <form noValidate onSubmit={save} aria-labelledby={id}>
        <CardHeader id={id} title={title} note={note} />
        <CardBody className="grid grid-cols-1 gap-4">
          {children}
          <ul className="grid grid-cols-1 gap-4">
            {rows.map(row => (
              <Row
                key={row.key}
                row={row}
                typed={typed}
                onType={(key, text) => setTyped(before => new Map(before).set(key, text))}
              />
            ))}
          </ul>
          <FormFailure message={error && failureMessage(error)} />
        </CardBody>
        <CardFooter>
          <Button onClick={() => setTyped(new Map())} disabled={changes.length === 0 || isPending}>
            Descartar cambios
          </Button>
          <Button type="submit" variant="primary" busy={isPending} refusal={refusalText(may)}>
            Guardar cuentas
          </Button>
        </CardFooter>
      </form>
      <LeaveGuard isUnsent={typed.size > 0 && !isPending} />
    </Card>
  )
}

/** Texts typed in other fields stay: a search may have put them out of sight. */
const without = (typed: ReadonlyMap<string, string>, saved: readonly LedgerField[]) => {
  const keys = new Set(saved.map(({ key }) => key))
  return new Map([...typed].filter(([key]) => !keys.has(key)))
}

const isSound = (code: string): boolean => code === '' || isLedgerAccount(code)

type RowProps = {
  row: LedgerRow
  typed: ReadonlyMap<string, string>
  onType: (key: string, text: string) => void
}

function Row({ row: { title, note, fields }, typed, onType }: RowProps) {
  return (
    <li className="grid grid-cols-1 items-end gap-2 sm:grid-cols-[1fr_auto]">
      <div className="min-w-0 self-center">
        <p className="wrap-anywhere font-medium">{title}</p>
        {note !== null && <p className="text-ink-soft text-xs">{note}</p>}
      </div>
      <div className="grid grid-cols-2 gap-2 sm:w-80">
        {fields.map(({ key, label, said }) => {
          const value = typed.get(key) ?? said.code
          return (
            <TextField
              key={key}
              label={label}
              isLabelHidden={fields.length === 1}
              aria-label={`${label}, ${title}`}
              inputMode="decimal"
              autoComplete="off"
              className="figures"
              placeholder={said.usual}
              value={value}
              error={isSound(value.trim()) ? undefined : 'De 3 a 12 cifras'}
              onChange={event => onType(key, event.target.value)}
            />
          )
        })}
      </div>
    </li>
  )
}
