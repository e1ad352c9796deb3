import { Link } from '@tanstack/react-router'

/**
 * Link to a task of the help, for the empty state of the screen where it is done. High enough for a finger, it
 * overlaps the lines around it: its own keeps its height.
 */
export function HelpLink({ task }: { task: string }) {
  return (
    <Link
      to="/ayuda"
      hash={task}
      className="inline-flex min-h-6 items-center text-accent underline underline-offset-4 touch:-my-2.5 touch:min-h-11"
    >
      Cómo se hace
    </Link>
  )
}
