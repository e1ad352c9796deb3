import { TextField, type TextFieldProps } from '#ui/fields/text-field.tsx'

/** Field for somebody else's address of mail, which the browser neither completes nor corrects. */
export function EmailField(props: Omit<TextFieldProps, 'label'>) {
  return (
    <TextField
      label="Correo electrónico"
      type="email"
      inputMode="email"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  )
}
