import { failureMessage } from '#ui/api.ts'
import { Alert } from '#ui/states.tsx'
import { Day } from '#ui/time.tsx'

/** A confirmation that the server refused, with the person's input. */
export type RefusedConfirmation = {
  readonly error: unknown
  readonly executedOn: string
  readonly reference: string
  readonly comment: string | null
}

/** Replaces the form when somebody else confirmed or rejected first, so that the person's input is not lost. */
export function RefusedConfirmationPanel({ refused }: { refused: RefusedConfirmation }) {
  return (
    <Alert tone="negative" title="Tu confirmación no se ha registrado">
      <p>{failureMessage(refused.error)}</p>
      <p>
        Habías escrito: <Day value={refused.executedOn} />, referencia{' '}
        <span className="font-medium">{refused.reference}</span>
      </p>
      {refused.comment && <p className="whitespace-pre-line">«{refused.comment}»</p>}
    </Alert>
  )
}
