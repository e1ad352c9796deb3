import { Link } from '@tanstack/react-router'

/** Link to a task of the help, for the empty state of the screen where it is done. */
export function HelpLink({ task }: { task: string }) {
  return (
    <Link
      to="/ayuda"
      hash={task}
      className="inline-flex min-h-6 items-center text-accent underline underline-offset-4 touch:min-h-11"
    >
      Cómo se hace
    </Link>
  )
}
