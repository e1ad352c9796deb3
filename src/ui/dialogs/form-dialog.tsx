import { type BaseSyntheticEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { DiscardDialog } from '#ui/dialogs/discard-dialog.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { LeaveGuard } from '#ui/hooks/leave-guard.tsx'
import type { SavedValue } from '#ui/hooks/use-shared-form.ts'
import { SavedVersionAlert } from '#ui/saved-version-alert.tsx'

type FormDialogProps = {
  title: string
  description?: ReactNode
  submitLabel: string
  /** `danger`: what is sent cannot be undone, or stops somebody. */
  tone?: 'primary' | 'danger'
  /** Result of useWireForm. */
  wire: {
    submit: (event?: BaseSyntheticEvent) => Promise<void>
    busy: boolean
    failure: string | null
    /** Result of useSharedForm. */
    savedByOthers?: readonly SavedValue[] | null
    resetToSaved?: () => void
  }
  isDirty: boolean
  /** Reason why saving is refused. */
  refusal?: string | undefined
  onClose: () => void
  children: ReactNode
}

/** Form in a dialog, open while it is mounted. A stray click does not discard what was typed. */
export function FormDialog({ title, description, submitLabel, wire, isDirty, ...props }: FormDialogProps) {
  const { tone = 'primary', refusal, onClose, children } = props
  const formId = useId()
  const [isAsking, setAsking] = useState(false)
  const close = () => {
    if (wire.busy) return
    if (isDirty) setAsking(true)
    else onClose()
  }
  // React bubbles events of a dialog into the form that opened it: stop them here.
  const submit = (event: BaseSyntheticEvent) => {
    event.stopPropagation()
    return wire.submit(event)
  }
  return (
    <Dialog
      open
      onOpenChange={isOpen => !isOpen && close()}
      title={title}
      description={description}
      initialFocus={() => document.getElementById(formId)?.querySelector('input, select, textarea') ?? null}
      footer={
        <>
          <Button onClick={close}>Cancelar</Button>
          <Button type="submit" form={formId} variant={tone} busy={wire.busy} refusal={refusal}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
        {children}
        {wire.savedByOthers && wire.resetToSaved && (
          <SavedVersionAlert
            shared={{ savedByOthers: wire.savedByOthers, resetToSaved: wire.resetToSaved }}
          />
        )}
        <FormFailure message={wire.failure} />
      </form>
      {isAsking && <DiscardDialog onClose={() => setAsking(false)} onDiscard={onClose} />}
      <LeaveGuard isUnsent={isDirty && !wire.busy} />
    </Dialog>
  )
}
