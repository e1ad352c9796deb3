import { Eye, EyeOff } from 'lucide-react'
import { type ComponentPropsWithRef, useState } from 'react'
import { Field, type FieldProps } from '#ui/fields/field.tsx'

type PasswordFieldProps = FieldProps & Omit<ComponentPropsWithRef<'input'>, 'id' | 'className' | 'type'>

/** Field for a password, which a button shows and hides. */
export function PasswordField({ label, hint, error, optional, className, ...input }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <Field label={label} hint={hint} error={error} optional={optional} className={className}>
      {control => (
        <div className="relative">
          <input {...input} {...control} type={isShown ? 'text' : 'password'} className="control pr-11" />
          <button
            type="button"
            aria-label={isShown ? 'Ocultar contraseña' : 'Mostrar contraseña'}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-md text-ink-faint hover:text-ink touch:w-11"
          >
            <Icon className="size-4" aria-hidden="true" />
          </button>
        </div>
      )}
    </Field>
  )
}
