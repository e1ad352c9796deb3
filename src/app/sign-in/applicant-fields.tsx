import { TextField } from '#ui/fields/text-field.tsx'
import type { BoundField } from '#ui/hooks/use-wire-form.ts'

type ApplicantFieldsProps = { name: BoundField; lastName: BoundField; email: BoundField }

/** Fields of somebody who asks for an account: name, surname and address. */
export function ApplicantFields({ name, lastName, email }: ApplicantFieldsProps) {
  return (
    <>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField {...name} label="Nombre" autoComplete="given-name" />
        <TextField {...lastName} label="Apellidos" autoComplete="family-name" />
      </div>
      <TextField
        {...email}
        label="Correo electrónico"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
    </>
  )
}
