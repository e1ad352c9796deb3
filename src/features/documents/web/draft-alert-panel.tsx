import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/states.tsx'

/** Alert above a form that begins with a recovered draft. */
export function DraftAlertPanel({ onStartAgain }: { onStartAgain: () => void }) {
  return (
    <Alert
      tone="info"
      title="Hemos recuperado tu borrador"
      action={
        <Button size="sm" onClick={onStartAgain}>
          Empezar de cero
        </Button>
      }
    >
      Es lo que escribiste aquí y no llegaste a enviar.
    </Alert>
  )
}
