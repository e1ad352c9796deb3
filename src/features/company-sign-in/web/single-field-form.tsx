import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import type { useWireForm } from '#ui/hooks/use-wire-form.ts'

type SingleFieldFormProps = {
  wire: Pick<ReturnType<typeof useWireForm>, 'submit' | 'failure' | 'busy'>
  /** Name of the form for screen readers. */
  label: string
  sendLabel: string
  /** Reason why it may not be sent. */
  refusal: string | undefined
  children: ReactNode
}

/** Form of one field, sent by the button below it. */
export function SingleFieldForm({ wire, label, sendLabel, refusal, children }: SingleFieldFormProps) {
  return (
    <form noValidate onSubmit={wire.submit} aria-label={label} className="grid grid-cols-1 gap-3">
      {children}
      <FormFailure message={wire.failure} />
      <Button type="submit" busy={wire.busy} refusal={refusal} className="justify-self-start">
        {sendLabel}
      </Button>
    </form>
  )
}
