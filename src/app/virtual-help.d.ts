/** Tasks of the help, made from `docs/ayuda` by `build/help.ts`. */
declare module 'virtual:help' {
  import type { HelpTask } from '#app/help-task.ts'
  export const tasks: readonly HelpTask[]
}
