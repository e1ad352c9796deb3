import { useState } from 'react'
import { taxIdDoubtText } from '#features/companies/text/tax-id.ts'
import type { TaxIdDoubt } from '#kernel/tax-id.ts'
import { TextField } from '#ui/fields/text-field.tsx'
import type { BoundField } from '#ui/hooks/use-wire-form.ts'

type TaxIdFieldProps = { bound: BoundField; hint?: string; optional?: boolean }

/** Tax id, with its doubt once it is typed. The server refuses a wrong one, and leaves foreign ones as they are. */
export function TaxIdField({ bound, hint, optional = true }: TaxIdFieldProps) {
  const [doubt, setDoubt] = useState<TaxIdDoubt | null>(null)
  return (
    <TextField
      {...bound}
      onBlur={event => {
        void findDoubt(event.target.value).then(setDoubt)
        return bound.onBlur(event)
      }}
      label="NIF o CIF"
      hint={doubt && !bound.error ? <span className="text-caution">{taxIdDoubtText[doubt]}</span> : hint}
      optional={optional}
      autoComplete="off"
      spellCheck={false}
    />
  )
}

/** The doubt; null also while the check cannot be loaded, because the server makes it again. */
async function findDoubt(text: string): Promise<TaxIdDoubt | null> {
  const { doubtTaxId } = await import('#kernel/tax-id.ts').catch(() => ({ doubtTaxId: () => null }))
  return doubtTaxId(text)
}
