import { NamedViewWire } from '#features/saved-views/wire.ts'
import { Button } from '#ui/button.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'

type SavedViewNameFormProps = {
  label: string
  name?: string
  submitLabel: string
  /** True when another action is the primary one. */
  isSecondary?: boolean
  send: (name: string, key: string) => Promise<void>
  onCancel?: () => void
}

/** Form for the name of a new or an existing view. */
export function SavedViewNameForm({ label, name = '', submitLabel, ...props }: SavedViewNameFormProps) {
  const { isSecondary = false, send, onCancel } = props
  const wire = useWireForm({
    schema: NamedViewWire,
    defaults: { name },
    send: (body, key) => send(body.name, key),
  })
  return (
    <form noValidate onSubmit={wire.submit} className="grid grid-cols-1 gap-3">
      <TextField label={label} autoComplete="off" {...wire.field('name')} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant={isSecondary ? 'secondary' : 'primary'} busy={wire.busy}>
          {submitLabel}
        </Button>
        {onCancel && <Button onClick={onCancel}>Cancelar</Button>}
      </div>
      <FormFailure message={wire.failure} />
    </form>
  )
}
