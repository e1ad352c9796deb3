import { TaxIdField } from '#features/companies/web/tax-id-field-panel.tsx'
import { EmailField } from '#ui/fields/email-field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import type { BoundField } from '#ui/hooks/use-wire-form.ts'

type ContentName = 'name' | 'taxId' | 'email' | 'phone' | 'iban' | 'bic' | 'reason'

type ContentFieldsProps = { field: (name: ContentName) => BoundField; ibanHint: string }

/** Fields of a provider's data. */
export function ContentFields({ field, ibanHint }: ContentFieldsProps) {
  return (
    <>
      <TextField {...field('name')} label="Nombre" autoComplete="off" />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TaxIdField bound={field('taxId')} />
        <TextField {...field('phone')} label="Teléfono" optional type="tel" autoComplete="off" />
      </div>
      <EmailField {...field('email')} optional />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-[2fr_1fr]">
        <TextField
          {...field('iban')}
          label="IBAN"
          optional
          hint={ibanHint}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <TextField {...field('bic')} label="BIC" optional autoComplete="off" spellCheck={false} />
      </div>
      <TextField
        {...field('reason')}
        label="Motivo"
        optional
        hint="Solo si el NIF o la cuenta ya son de otro proveedor."
        autoComplete="off"
      />
    </>
  )
}
